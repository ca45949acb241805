import * as z from "zod/mini";

/** The outcome of a row. */
export const ImportOutcome = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("added"),
    id: z.string(),
    /** The version that the import made. It changes when the import is undone, and when that is undone. */
    version: z.string(),
    isRemoved: z.optional(z.boolean()),
    /** Why its details are missing. */
    why: z.optional(z.string()),
  }),
  z.object({ state: z.literal("changed") }),
  z.object({ state: z.literal("same") }),
  z.object({ state: z.literal("refused"), why: z.string() }),
]);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** The outcomes of the rows, by line. */
export const ImportOutcomes = z.record(z.string(), ImportOutcome);
export type ImportOutcomes = z.infer<typeof ImportOutcomes>;
