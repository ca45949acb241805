import * as z from "zod/mini";
import type { IfMatch } from "../../domain";
import { keysOf } from "../../values/objects";
import { Int64 } from "../../values/schemas";
import { Hidden } from "../care/schema";
import { CHANGEABLE } from "../schema";

export const MAX_CHANGES = 1_000;
/** Largest body in bytes. It has room for that many names. */
export const MAX_BATCH_BYTES = 1_280 * 1024;

const VERSION_RULE = 'must be the version that you have read, such as "3", or "*"';
const VERSION = /^(?:\*|(?:W\/)?"(\d{1,19})"|(\d{1,19}))$/;

/** The version of an animal: as in a list, as an ETag, or `*` for any. */
export const Version = z
  .pipe(
    z.string({ error: VERSION_RULE }).check(z.maxLength(23, VERSION_RULE), z.regex(VERSION, VERSION_RULE)),
    z.transform((text): IfMatch => {
      const [, tag, digits] = VERSION.exec(text) ?? [];
      return tag === undefined && digits === undefined ? "*" : [BigInt(tag ?? digits ?? "0")];
    }),
  )
  .register(z.globalRegistry, { type: "string" });

const NAMED = { ...CHANGEABLE, hidden: z.exactOptional(Hidden) };
const OPTIONS = keysOf(NAMED);

export const BatchChange = z
  .strictObject({
    id: Int64,
    ifMatch: Version,
    remove: z.exactOptional(z.literal(true, { error: "must be true" })),
    ...NAMED,
  })
  .check(
    z.refine(
      ({ remove, ...change }) => (remove === true) !== OPTIONS.some((name) => change[name] !== undefined),
      `must have one of ${OPTIONS.join(", ")}, or only remove`,
    ),
  )
  .register(z.globalRegistry, { minProperties: 3 });

export const PetBatch = z
  .strictObject({
    mode: z.enum(["each", "all"], { error: "must be each or all" }),
    changes: z.array(BatchChange, { error: "must be an array" }).check(
      z.minLength(1, "must have at least one entry"),
      z.maxLength(MAX_CHANGES, `must have at most ${MAX_CHANGES} entries`),
      z.refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length, "must name an animal once"),
    ),
  })
  .check(
    z.refine(({ changes }) => new Set(changes.map(({ remove }) => remove)).size === 1, {
      path: ["changes"],
      error: "must all remove animals, or all change them",
    }),
    z.refine(({ mode, changes: [first] }) => mode === "each" || !first?.remove, {
      path: ["mode"],
      error: "must be each to remove animals",
    }),
  );

export type PetBatch = z.infer<typeof PetBatch>;

/** `failed_dependency` when another change was refused. */
export const REFUSALS = {
  not_found: 404n,
  conflict: 409n,
  precondition_failed: 412n,
  failed_dependency: 424n,
} as const;

export const BatchResult = z.object({
  id: Int64,
  status: z
    .literal([200n, ...Object.values(REFUSALS)])
    .register(z.globalRegistry, { type: "integer", minimum: 200, maximum: 424 }),
  code: z.optional(z.enum(keysOf(REFUSALS))),
  message: z.optional(z.string()),
  version: z.optional(z.string()),
});
export type BatchResult = z.infer<typeof BatchResult>;

export const BatchResults = z.object({
  results: z.array(BatchResult).register(z.globalRegistry, { maxItems: MAX_CHANGES }),
});
