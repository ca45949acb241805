import "server-only";
import * as z from "zod/mini";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A bigint is an int64. Named schemas are in `$defs`, and what members mean is beside `properties`: see `components.ts`. */
export function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Zod omits the default of a schema that transforms its input. Ours are valid inputs too.
      if (def.type === "default") jsonSchema.default = def.defaultValue;
      if (def.type === "bigint") Object.assign(jsonSchema, { type: "integer", format: "int64" });
      // Later versions may answer with more members.
      if (def.type === "object" && !def.catchall) delete jsonSchema.additionalProperties;
      // It says the same as Zod's pattern of 300 characters.
      if (jsonSchema.format === "date-time" || jsonSchema.format === "date") {
        const { pattern } = z.globalRegistry.get(zodSchema) ?? {};
        if (pattern === undefined) delete jsonSchema.pattern;
        else Object.assign(jsonSchema, { pattern });
      }
    },
  });
  return described;
}
