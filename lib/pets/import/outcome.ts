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
  z.object({
    state: z.literal("changed"),
    id: z.optional(z.string()),
    /** The versions that the import made, in order; missing if an answer was lost, so that they are not known. */
    versions: z.optional(z.array(z.string())),
    isSetBack: z.optional(z.boolean()),
    /** Why its details were not changed. */
    why: z.optional(z.string()),
  }),
  z.object({
    /** At least part of it has no answer yet. */
    state: z.literal("sent"),
    /** Whether it has changed the basics (name, kind, status), not only details. */
    hasChangedBasics: z.boolean(),
    /** The versions that it has made, if they are known. */
    versions: z.optional(z.array(z.string())),
  }),
  z.object({ state: z.literal("same") }),
  z.object({ state: z.literal("refused"), why: z.string() }),
]);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** The outcomes of the rows, by line. */
export const ImportOutcomes = z.record(z.string(), ImportOutcome);
export type ImportOutcomes = z.infer<typeof ImportOutcomes>;

/** Whether a row needs nothing more. */
export const isDone = (outcome: ImportOutcome | undefined) => outcome !== undefined && outcome.state !== "sent";

/** Whether a row was refused, completely or in its details, and can be imported again. */
export const isRefused = (outcome: ImportOutcome | undefined) =>
  outcome?.state === "refused" || (outcome?.state === "changed" && outcome.why !== undefined);
