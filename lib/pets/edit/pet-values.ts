import * as z from "zod/mini";
import { keysOf, recordOf } from "../../values/objects";
import { parseInt64 } from "../../values/schemas";
import { isBlank, typedText } from "../../values/text";
import { CareValues, toCareValues } from "../care/form";
import type { Care } from "../care/schema";
import { FACT_KEYS, FACTS, type Fact, type FactKey, type Facts, optionsOf, toFacts, typedValue } from "../facts";
import { bornOnProblem, EARLIEST_YEAR } from "../profile/age";
import { fromFacts, Money, type NewProfile, plainAmount } from "../profile/schema";
import { MAX_NAME_LENGTH, type NewPet, type Pet, PetChange } from "../schema";
import { DEFAULT_STATUS, PET_STATUSES } from "../status";
import { unreadAgeProblem } from "./age-estimate";

/** The values of the form of an animal, with messages for people. `kind` is the id of a category. */
export const PetValues = z.object({
  name: typedText(MAX_NAME_LENGTH, { what: "The name", empty: "Enter a name" }),
  kind: z.string().check(
    z.refine((kind) => kind !== "", { error: "Choose a kind", abort: true }),
    z.refine((kind) => parseInt64(kind) !== null, "Choose a kind from the list, or type the number of a category"),
  ),
  status: z.enum(PET_STATUSES, { error: "Choose a status" }),
});
export type PetValues = z.infer<typeof PetValues>;

export const EMPTY_PET: PetValues = { name: "", kind: "", status: DEFAULT_STATUS };

/** @throws SyntaxError for a `kind` that is no number */
export const toNewPet = ({ name, kind, status }: PetValues): NewPet => ({ name, categoryId: BigInt(kind), status });

/** Only what differs, because an untouched status could be refused. Null if nothing does. */
export function changeOf(values: PetValues, before: PetValues): PetChange | null {
  const earlier = new Map<string, unknown>(Object.entries(toNewPet(before)));
  const changed = Object.entries(toNewPet(values)).filter(([name, value]) => value !== earlier.get(name));
  return changed.length === 0 ? null : PetChange.parse(Object.fromEntries(changed));
}

/** Returns the values without white space around the name, unless somebody left the `stored` name as it is. */
export function withTrimmedName<Values extends PetValues>(values: Values, stored?: string): Values {
  return values.name === stored ? values : { ...values, name: values.name.trim() };
}

function toPetValues({ name, categoryId, status = DEFAULT_STATUS }: Pet): PetValues {
  return { name, kind: categoryId.toString(), status };
}

/** The value while a date of birth is chosen but not entered. */
export const NO_DATE = "date";

const TypedDate = z.string().check(
  z.superRefine((text, context) => {
    if (text === "" || bornOnProblem(text) === null) return;
    const missing = text === NO_DATE ? "Enter the date of birth, or choose Not known" : null;
    context.addIssue(unreadAgeProblem(text) ?? missing ?? `Choose a date between ${EARLIEST_YEAR} and today`);
  }),
);

const isAmount = (text: string) => Money.safeParse(text.trim()).success;

function typedAs(key: FactKey): z.ZodMiniType<string, string> {
  const fact = FACTS[key];
  switch (fact.type) {
    case "text":
      return typedText(fact.maxLength, { what: `The ${fact.label.toLowerCase()}`, lines: fact.hasLines ?? false });
    case "date":
      return TypedDate;
    case "money":
      return z
        .string()
        .check(z.refine((text) => isBlank(text) || isAmount(text), "Enter an amount such as 120 or 120.50"));
    case "pet":
      return z.string().check(z.refine((text) => text === "" || parseInt64(text) !== null, "Choose an animal"));
    default:
      return z.enum(["", ...keysOf(optionsOf(key))]);
  }
}

const FACT_VALUES = recordOf(FACT_KEYS, typedAs);

export const EditValues = z.extend(PetValues, { ...FACT_VALUES, ...CareValues.shape });
export type EditValues = z.infer<typeof EditValues>;

type Edited = { pet: Pet; profile: NewProfile; care: Care };

export function toEditValues({ pet, profile, care }: Edited): EditValues {
  const facts = toFacts(profile);
  return {
    ...toPetValues(pet),
    ...recordOf(FACT_KEYS, (key) => typedValue(facts[key])),
    ...toCareValues(care),
  };
}

export const readProfileValues = (values: EditValues): NewProfile =>
  fromFacts(recordOf(FACT_KEYS, (key) => readTyped(FACTS[key], values[key])) as Facts); // of the types that facts have

function readTyped(fact: Fact, typed: string): Facts[FactKey] {
  // A story keeps the lines that somebody left empty around it.
  const text = fact.type === "text" && fact.hasLines ? typed : typed.trim();
  if (isBlank(text)) return null;
  switch (fact.type) {
    case "flag":
      return text === "yes";
    case "money":
      return plainAmount(text);
    case "pet":
      return parseInt64(text);
    default:
      return text;
  }
}
