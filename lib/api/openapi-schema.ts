import * as z from "zod/mini";

/** A JSON schema (draft 2020-12). */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Returns the JSON schema of one of our schemas. A bigint is an int64. */
export function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Zod omits the default of a schema that transforms its input. The defaults of our schemas are valid inputs too.
      if (def.type === "default") jsonSchema.default = def.defaultValue;
      if (def.type === "bigint") Object.assign(jsonSchema, { type: "integer", format: "int64" });
      // The format says the same as Zod's pattern of 300 characters.
      if (jsonSchema.format === "date-time" || jsonSchema.format === "date") delete jsonSchema.pattern;
    },
  });
  return described;
}

/** What a body is, by media type. */
export type Content = Record<string, { schema: JsonSchema }>;

/** Returns a JSON body with this schema. */
export const jsonContent = (schema: JsonSchema): { content: Content } => ({
  content: { "application/json": { schema } },
});
