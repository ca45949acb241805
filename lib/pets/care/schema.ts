import * as z from "zod/mini";
import { keysOf, recordOf } from "../../values/objects";
import { changeOf, pageOf } from "../../values/schemas";
import { textOf } from "../../values/text";
import { ListedPet } from "../list/schema";
import { latestDay } from "../profile/age";

/** How an animal came to the shelter. */
export const ORIGINS = ["stray", "surrender", "transfer", "born_here", "return", "other"] as const;
export type Origin = (typeof ORIGINS)[number];

/** Why the public does not see an animal yet. */
export const HIDDEN_REASONS = ["in_care", "stray_hold", "quarantine", "other"] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];

export const MAX_MICROCHIP_LENGTH = 40;
export const MAX_LOCATION_LENGTH = 100;
export const MAX_NOTES_LENGTH = 4_000;
export const MAX_REFERENCE_LENGTH = 60;

const FIRST_DAY = "1980-01-01";
const DATE_RULE = `must be null or a date from ${FIRST_DAY} to today, such as 2026-01-31`;

const IntakeOn = z.iso
  .date({ error: DATE_RULE })
  .check(z.refine((date) => date >= FIRST_DAY && date <= latestDay(), DATE_RULE))
  .register(z.globalRegistry, { pattern: "^(19[89]|2)" });

const choice = <const W extends string>(words: readonly W[]) =>
  z.nullable(z.enum(words, { error: `must be null or one of ${words.join(", ")}` }));

export const Hidden = choice(HIDDEN_REASONS);

/** What only the shelter knows of an animal. Null means "not known", and of `hidden` that everybody sees the animal. */
export const Care = z.strictObject({
  microchip: z.nullable(textOf(MAX_MICROCHIP_LENGTH)),
  intakeOn: z.nullable(IntakeOn),
  origin: choice(ORIGINS),
  location: z.nullable(textOf(MAX_LOCATION_LENGTH)),
  notes: z.nullable(textOf(MAX_NOTES_LENGTH, { lines: true })),
  /** The shelter's own number. No other animal has it. */
  reference: z.nullable(textOf(MAX_REFERENCE_LENGTH)),
  hidden: Hidden,
});
export type Care = z.infer<typeof Care>;

export const CARE_FIELDS = keysOf(Care.shape);

export const NO_CARE: Care = recordOf(CARE_FIELDS, () => null);

/** What is not named stays, and null empties. */
export const CareChange = changeOf(z.exactPartial(Care).shape);
export type CareChange = z.infer<typeof CareChange>;

/** A row of a list, for those who may read care. Visitors' browsers know only `ListedPet`. */
export const CaredPet = z.extend(ListedPet, { care: z.optional(Care) });
export type CaredPet = z.infer<typeof CaredPet>;

export const CaredPets = pageOf(CaredPet);
