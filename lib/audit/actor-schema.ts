import * as z from "zod/mini";

/** Who made a change, with the current name of the key or person. */
export const ShownActor = z.object({
  kind: z.enum(["key", "person", "applicant", "operator", "service", "unknown"]),
  name: z.nullable(z.string()),
});
export type ShownActor = z.infer<typeof ShownActor>;
