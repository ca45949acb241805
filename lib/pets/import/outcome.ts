import * as z from "zod/mini";
import { type BulkJob, type BulkRow, removalJob, setBackRow } from "../bulk";
import type { ImportRow } from "./read-rows";

export const ImportOutcome = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("added"),
    id: z.string(),
    /** The version that the import made. It changes when the import is undone, and when that is undone. */
    version: z.string(),
    isRemoved: z.optional(z.boolean()),
    why: z.optional(z.string()),
  }),
  z.object({
    state: z.literal("changed"),
    id: z.optional(z.string()),
    /** The versions that the import made, in order; missing if an answer was lost, so that they are not known. */
    versions: z.optional(z.array(z.string())),
    isSetBack: z.optional(z.boolean()),
    why: z.optional(z.string()),
  }),
  z.object({
    /** At least part of it has no answer yet. */
    state: z.literal("sent"),
    /** Whether it has changed the basics (name, kind, status), not only details. */
    hasChangedBasics: z.boolean(),
    versions: z.optional(z.array(z.string())),
  }),
  z.object({ state: z.literal("same") }),
  z.object({ state: z.literal("refused"), why: z.string() }),
]);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

export const ImportOutcomes = z.record(z.string(), ImportOutcome);
export type ImportOutcomes = z.infer<typeof ImportOutcomes>;

export const isDone = (outcome: ImportOutcome | undefined) => outcome !== undefined && outcome.state !== "sent";

/** Whether a row was refused, completely or in its details, and can be imported again. */
export const isRefused = (outcome: ImportOutcome | undefined) =>
  outcome?.state === "refused" || (outcome?.state === "changed" && outcome.why !== undefined);

const SEEDS = [
  [0x811c9dc5, 0x01000193],
  [0x9e3779b1, 0x85ebca6b],
] as const;

/** Returns a short text that identifies a long one (FNV-1a, twice). It is not a secret. */
export function fingerprintOf(text: string): string {
  const hashes = SEEDS.map(([offset, prime]) => {
    let hash: number = offset;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
    return (hash >>> 0).toString(36);
  });
  return [text.length, ...hashes].join("-");
}

export function undoJob(rows: readonly ImportRow[], outcomes: ImportOutcomes): BulkJob {
  const all = rows.flatMap(({ line, cells: { name } }) => {
    const outcome = outcomes[line];
    return outcome ? [{ outcome, name }] : [];
  });
  const added = all.flatMap(({ outcome, name }) =>
    outcome.state === "added" && !outcome.isRemoved ? [{ ...outcome, name }] : [],
  );
  const changed = all.flatMap(({ outcome, name }) => {
    const undoable = canBeSetBack(outcome);
    return undoable ? [setBackRow({ ...undoable, name: name || `Animal ${undoable.id}` })] : [];
  });
  const removal = removalJob(added);
  return { ...removal, rows: [...removal.rows, ...changed] };
}

function canBeSetBack(outcome: ImportOutcome): { id: string; versions: string[] } | null {
  if (outcome.state !== "changed" || outcome.isSetBack) return null;
  const { id, versions = [] } = outcome;
  return id !== undefined && versions.length > 0 ? { id, versions } : null;
}

/** Returns how many animals undoing an import removes and sets back, and how many changed ones it cannot set back. */
export function undoCounts(job: BulkJob, outcomes: ImportOutcomes) {
  const removed = job.rows.filter(({ to }) => "removed" in to).length;
  const changed = Object.values(outcomes).filter((outcome) => outcome.state === "changed" && !outcome.isSetBack).length;
  const setBack = job.rows.length - removed;
  return { removed, setBack, staying: changed - setBack };
}

export function afterUndo(outcomes: ImportOutcomes, job: BulkJob): ImportOutcomes {
  const rows = new Map(job.rows.map((row) => [row.id, row]));
  const entries = Object.entries(outcomes).map(([line, outcome]) => {
    const row = "id" in outcome && outcome.id !== undefined ? rows.get(outcome.id) : undefined;
    return [line, row ? undone(outcome, row) : outcome];
  });
  return Object.fromEntries(entries);
}

function undone(outcome: ImportOutcome, { to, state, version, undoes, undoesNext = [], made = [] }: BulkRow) {
  if (outcome.state === "added" && "removed" in to && state === "done")
    return { ...outcome, version, isRemoved: to.removed };
  if (outcome.state !== "changed" || !("setBack" in to) || made.length === 0) return outcome;
  if (state === "done") return { ...outcome, versions: made, isSetBack: to.setBack };
  const left = [...(undoes === undefined ? [] : [undoes]), ...undoesNext].toReversed();
  return to.setBack ? { ...outcome, versions: left } : outcome;
}
