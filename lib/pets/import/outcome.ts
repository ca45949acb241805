import * as z from "zod/mini";
import type { ChangeSet } from "../../audit/schema";
import { mapValues } from "../../values/objects";
import type { BatchResult } from "../changes/batch-schema";
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
    /** What has changed it, in order; missing if an answer was lost, so that this is not known. */
    changeSets: z.optional(z.array(z.string())),
    isSetBack: z.optional(z.boolean()),
    why: z.optional(z.string()),
  }),
  z.object({
    /** At least part of it has no answer yet. */
    state: z.literal("sent"),
    /** Whether it has changed the basics (name, kind, status), not only details. */
    hasChangedBasics: z.boolean(),
    changeSets: z.optional(z.array(z.string())),
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

type ImportUndo = {
  /** The animals that it added. */
  added: { id: string; version: string }[];
  /** Of the animals that it changed. */
  changeSets: string[];
  setBack: number;
  /** How many changed ones it cannot set back. */
  staying: number;
};

export function undoOf(rows: readonly ImportRow[], outcomes: ImportOutcomes): ImportUndo {
  const made = rows.flatMap(({ line }) => outcomes[line] ?? []);
  const added = made.flatMap((outcome) =>
    outcome.state === "added" && !outcome.isRemoved ? [{ id: outcome.id, version: outcome.version }] : [],
  );
  const changed = made.flatMap((outcome) => (outcome.state === "changed" && !outcome.isSetBack ? [outcome] : []));
  const known = changed.filter(({ changeSets = [] }) => changeSets.length > 0);
  const changeSets = new Set(known.flatMap((outcome) => outcome.changeSets ?? []));
  return {
    added,
    changeSets: [...changeSets].sort((one, other) => Number(BigInt(one) - BigInt(other))),
    setBack: known.length,
    staying: changed.length - known.length,
  };
}

/** A change set that was undone, and what has undone it for which animals. */
type Replaced = { changeSet: string; by: Pick<ChangeSet, "id" | "changes"> };

/** What has undone a change set is what is undone next. */
export function afterUndo(outcomes: ImportOutcomes, replaced: readonly Replaced[], isSetBack: boolean): ImportOutcomes {
  return mapValues(outcomes, (outcome) => {
    if (outcome.state !== "changed" || outcome.id === undefined) return outcome;
    const { id, changeSets = [] } = outcome;
    const ofThis = replaced.filter(({ by }) => by.changes.some(({ petId }) => String(petId) === id));
    const by = new Map(ofThis.map((undone) => [undone.changeSet, String(undone.by.id)]));
    if (!changeSets.some((set) => by.has(set))) return outcome;
    return { ...outcome, isSetBack, changeSets: changeSets.map((set) => by.get(set) ?? set) };
  });
}

/** Restoring makes the version after the removal's. What was gone already is not restored. */
export function afterRemoval(
  outcomes: ImportOutcomes,
  results: readonly BatchResult[],
  isRemoved: boolean,
): ImportOutcomes {
  const byId = new Map(results.map((result) => [String(result.id), result]));
  return mapValues(outcomes, (outcome) => {
    const result = outcome.state === "added" ? byId.get(outcome.id) : undefined;
    const isMeant = result?.status === 200n || (isRemoved && result?.status === 404n);
    if (outcome.state !== "added" || !isMeant) return outcome;
    const { version = outcome.version } = result;
    return { ...outcome, isRemoved, version: isRemoved ? version : String(BigInt(version) + 1n) };
  });
}
