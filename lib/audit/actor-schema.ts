import * as z from "zod/mini";

/** Who made a change, and the name of the key or person as it is now. */
export const ShownActor = z.object({
  kind: z.enum(["key", "person", "applicant", "operator", "service", "unknown"]),
  name: z.nullable(z.string()),
});
export type ShownActor = z.infer<typeof ShownActor>;
