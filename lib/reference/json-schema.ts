import "server-only";
import * as z from "zod/mini";
import { recordOf } from "../values/objects";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A bigint is an int64. Named schemas are in `$defs`, and what members mean is beside `properties`: see `components.ts`. */
export function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Zod omits the default of a schema that transforms its input. Ours are valid inputs too. An answer has all members.
      if (def.type === "default") jsonSchema.default = io === "input" ? def.defaultValue : undefined;
      if (def.type === "bigint") Object.assign(jsonSchema, { type: "integer", format: "int64" });
      // Later versions may answer with more members.
      if (def.type === "object" && !def.catchall) delete jsonSchema.additionalProperties;
      if (def.type === "record") nameKeys(jsonSchema);
      if (jsonSchema.pattern) setPattern(jsonSchema, jsonSchema.pattern, z.globalRegistry.get(zodSchema)?.pattern);
    },
  });
  return described;
}

/** Of a record whose keys are known: generators and linters read only properties. */
function nameKeys(schema: JsonSchema): void {
  const { required, additionalProperties: member = {} } = schema;
  if (!required) return;
  delete schema.propertyNames;
  Object.assign(schema, { properties: recordOf(required, () => member), additionalProperties: false });
}

/** `own` is what the schema says itself. */
function setPattern(schema: JsonSchema, pattern: string, own: unknown): void {
  const isTime = schema.format === "date-time" || schema.format === "date";
  // The format says the same as Zod's pattern of 300 characters.
  if (isTime && own === undefined) delete schema.pattern;
  // Only literals of JavaScript have to escape a slash, and generators do so.
  else schema.pattern = isTime ? String(own) : pattern.replaceAll("\\/", "/");
}
