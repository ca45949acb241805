import * as z from "zod/mini";
import { definedOf, keysOf, recordOf } from "../../values/objects";
import { changeOf, Int64 } from "../../values/schemas";
import { textOf } from "../../values/text";
import {
  AGE_GROUPS,
  COMPANIONS,
  FACT_KEYS,
  FACTS,
  type Fact,
  type FactKey,
  type Facts,
  FILTERING,
  type Filtering,
  isCompanion,
  type NamedFacts,
  type Some,
  toFacts,
} from "../facts";
import { Photos } from "../photos/schema";
import { bornOnProblem } from "./age";

const rule = (message: string) => (issue: { input?: unknown }) => (issue.input === undefined ? "is required" : message);

const BornOn = z
  .string({ error: rule("must be null, or a date: 2024, 2024-05 or 2024-05-17") })
  .check(
    z.superRefine((text, context) => {
      const problem = bornOnProblem(text);
      if (problem !== null) context.addIssue(problem);
    }),
  )
  .register(z.globalRegistry, {
    pattern: "^(19|2\\d)\\d\\d(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$",
    minLength: 4,
    maxLength: 10,
  });

const MONEY_RULE = "must be null, or an amount from 0 to 99999.99 such as 120 or 120.50";

/** An amount in the currency of the shelter. "120.5" is read as "120.50", and "120.00" as "120". */
export const Money = z
  .string({ error: rule(MONEY_RULE) })
  .check(z.regex(/^(0|[1-9]\d{0,4})(\.\d{1,2})?$/, { error: MONEY_RULE, abort: true }), z.overwrite(plainAmount))
  .register(z.globalRegistry, { maxLength: 8 });

export function plainAmount(text: string): string {
  const [whole = "", decimals = ""] = text.split(".");
  const cents = decimals.padEnd(2, "0");
  return cents === "00" ? whole : `${whole}.${cents}`;
}

function writtenAs(fact: Fact): z.ZodMiniType {
  switch (fact.type) {
    case "text":
      return textOf(fact.maxLength, { lines: fact.hasLines ?? false });
    case "choice": {
      const words = keysOf(fact.choices);
      return z.enum(words, { error: rule(`must be null or one of ${words.join(", ")}`) });
    }
    case "flag":
      return z.boolean({ error: rule("must be true, false or null") });
    case "date":
      return BornOn;
    case "money":
      return Money;
    case "pet":
      return Int64;
  }
}

/** Without the rules for dates and texts, which may have changed since they were stored. */
function readAs(fact: Fact): z.ZodMiniType {
  if (fact.type === "date") return z.string();
  if (fact.type !== "text") return writtenAs(fact);
  return z.string().register(z.globalRegistry, { minLength: 1, maxLength: fact.maxLength });
}

type Schemas<K extends FactKey> = { [Key in K]: z.ZodMiniType<Facts[Key], Facts[Key]> };

const schemasOf = <K extends FactKey>(keys: readonly K[], schemaOf: (fact: Fact) => z.ZodMiniType) =>
  recordOf(keys, (key) => z.nullable(schemaOf(FACTS[key]))) as object as Schemas<K>; // of the types that facts have

export const OWN_FACTS = FACT_KEYS.filter((key) => !isCompanion(key));

/** What can be set of a profile. `null` means "not known". */
export const NewProfile = z.strictObject({
  ...schemasOf(OWN_FACTS, writtenAs),
  goodWith: z.strictObject(schemasOf(COMPANIONS, writtenAs), { error: rule("must be an object") }),
});
export type NewProfile = z.infer<typeof NewProfile>;

export function fromFacts({ children, dogs, cats, ...facts }: Facts): NewProfile {
  return { ...facts, goodWith: { children, dogs, cats } };
}

export const NO_PROFILE: NewProfile = fromFacts(recordOf(FACT_KEYS, () => null));

/** A profile as it is read: also with today's age group and the photos, which have their own operations. */
export const Profile = z.object({
  ...schemasOf(OWN_FACTS, readAs),
  goodWith: z.object(schemasOf(COMPANIONS, readAs)),
  ageGroup: z.nullable(z.enum(AGE_GROUPS)),
  photos: Photos,
});
export type Profile = z.infer<typeof Profile>;

export const toNewProfile = ({ ageGroup: _ageGroup, photos: _photos, ...members }: Profile): NewProfile => members;

type Values = { [K in Filtering]: z.ZodMiniOptional<z.ZodMiniType<NonNullable<Facts[K]>>> };

/** What filters by the value of a fact have. */
export const FILTERED_VALUES = recordOf(FILTERING, (key) => z.optional(writtenAs(FACTS[key]))) as object as Values; // as facts

export const SomeCompanions = z.partial(NewProfile.shape.goodWith);
export const SomeFacts = z.extend(z.partial(NewProfile), { goodWith: z.exactOptional(SomeCompanions) });

/** What is not named stays. */
export const ProfileChange = changeOf(SomeFacts.shape);

export function namedFacts({ children, dogs, cats, ...facts }: Some<Facts>): NamedFacts {
  const goodWith = definedOf({ children, dogs, cats }, COMPANIONS);
  return Object.keys(goodWith).length > 0 ? { ...facts, goodWith } : facts;
}

/** What a change has to name; null if nothing differs. */
export function changedFacts(profile: NewProfile, before: NewProfile): NamedFacts | null {
  const [facts, earlier] = [toFacts(profile), toFacts(before)];
  const changed = FACT_KEYS.filter((key) => facts[key] !== earlier[key]);
  return changed.length > 0 ? namedFacts(definedOf(facts, changed)) : null;
}

/** What a profile becomes. */
export const withNamed = (profile: NewProfile, named: NamedFacts): NewProfile =>
  NewProfile.parse({ ...profile, ...named, goodWith: { ...profile.goodWith, ...named.goodWith } });
