import * as z from "zod/mini";
import { RecordedChanges } from "../../audit/schema";
import { Int64, int64Param, wholeNumber } from "../../values/schemas";
import { CareChange, Hidden } from "../care/schema";
import { Version } from "../changes/batch-schema";
import { SomeFacts } from "../profile/schema";
import { CHANGEABLE, Pet } from "../schema";

export const MAX_ROWS = 10_000;
/** Largest body in bytes. It has room for that many long stories. */
export const MAX_IMPORT_BYTES = 16 * 1024 * 1024;

/** What a row names. An animal is bonded with one that is known here, and not with a number in a file. */
export const ImportedProfile = z.omit(SomeFacts, { bondedWith: true });

/** An animal to add, or with an id what to change of one. */
export const Row = z
  .strictObject({
    id: z.exactOptional(Int64),
    ifMatch: z.exactOptional(Version),
    ...CHANGEABLE,
    profile: z.exactOptional(ImportedProfile),
    care: z.exactOptional(CareChange),
  })
  .check(
    z.refine(
      ({ id, name, categoryId }) => id !== undefined || (name !== undefined && categoryId !== undefined),
      "must have an id, or a name and a categoryId",
    ),
    z.refine(({ id, ifMatch }) => id !== undefined || ifMatch === undefined, "can have ifMatch only with an id"),
  )
  .register(z.globalRegistry, { minProperties: 1 });
export type Row = z.infer<typeof Row>;

function areDifferent(values: readonly (bigint | string | null | undefined)[]): boolean {
  const named = values.filter((value) => value !== undefined && value !== null);
  return new Set(named).size === named.length;
}

export const NewImport = z.strictObject({
  rows: z.array(Row, { error: "must be an array" }).check(
    z.minLength(1, "must have at least one entry"),
    z.maxLength(MAX_ROWS, `must have at most ${MAX_ROWS.toLocaleString("en")} entries`),
    z.refine((rows) => areDifferent(rows.map(({ id }) => id)), "must name an animal once"),
    z.refine((rows) => areDifferent(rows.map(({ care }) => care?.reference)), "must name a reference once"),
  ),
  /** A row without an id changes the animal that has its reference. Otherwise that is added, too, without the reference. */
  byReference: z.exactOptional(z.boolean({ error: "must be true or false" })),
  /** Of the animals that are added, unless their row says it. */
  hidden: z.exactOptional(Hidden),
});
export type NewImport = z.infer<typeof NewImport>;

const count = wholeNumber(0, MAX_ROWS);
const list = <S extends z.ZodMiniType>(entry: S) => z.array(entry).register(z.globalRegistry, { maxItems: MAX_ROWS });

export const OUTCOMES = ["added", "changed", "same", "refused"] as const;

export const RowResult = z.object({
  outcome: z.enum(OUTCOMES),
  petId: z.nullable(Int64),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
});
export type RowResult = z.infer<typeof RowResult>;

export const ImportResult = z.object({
  /** Of each row, in order, with its animal. `same` had these values already. */
  rows: list(RowResult),
  counts: z.record(z.enum(OUTCOMES), count),
  /** Null if nothing was changed. */
  changeSet: z.nullable(z.string()),
});
export type ImportResult = z.infer<typeof ImportResult>;

/** What an import would do with a row. `alike`: it would add an animal that the shelter seems to have. */
export const FORESEEN = ["new", "changed", "same", "alike", "refused"] as const;

/** How many rows of each kind have details. */
export const MAX_DETAILS = 200;

export const ImportDetail = z.object({
  /** Its place among the rows, from 0. */
  row: count,
  /** The animal as it is now, or those that look the same. */
  pets: z.array(Pet),
  changes: z.optional(RecordedChanges),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
});

export const ImportPreview = z.object({
  /** Of each row, in order. */
  rows: list(z.enum(FORESEEN)),
  counts: z.record(z.enum(FORESEEN), count),
  /** How many rows without an id have the reference of an animal. */
  references: count,
  /** Of the first rows that would change an animal, add one that the shelter seems to have, or be refused. */
  details: z.array(ImportDetail).register(z.globalRegistry, { maxItems: 3 * MAX_DETAILS }),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const Problem = z.object({ code: z.string(), message: z.string() });

/** `done` is all rows, except those refused, at once; `failed` is none. Until then it is `waiting`. */
export const Import = z.object({
  id: Int64,
  status: z.enum(["waiting", "done", "failed"]),
  /** How many of the rows were gone through. */
  progress: count,
  total: count,
  result: z.nullable(ImportResult),
  problem: z.nullable(Problem),
});
export type Import = z.infer<typeof Import>;

export const NO_IMPORT = "There is no import with this id";
export const ImportParams = z.object({ importId: int64Param(NO_IMPORT) });
