import * as z from "zod/mini";
import { parseInt64 } from "../../values/schemas";
import { typedText } from "../../values/text";
import { bornOnProblem, EARLIEST_YEAR } from "../profile/age";
import { SEXES, SIZES } from "../profile/choices";
import { MAX_BREED_LENGTH, MAX_STORY_LENGTH, type NewProfile } from "../profile/schema";
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

/** Makes the schema of one of these words, or of an empty string for "not known". */
const optional = <const W extends string>(words: readonly W[]) => z.enum(["", ...words]);
const YesOrNo = optional(["yes", "no"]);

/** The value while a date of birth is chosen but not entered. */
export const NO_DATE = "date";

const ProfileValues = z.object({
  story: typedText(MAX_STORY_LENGTH, { what: "The story", lines: true }),
  breed: typedText(MAX_BREED_LENGTH, { what: "The breed" }),
  sex: optional(SEXES),
  bornOn: z.string().check(
    z.superRefine((text, context) => {
      if (text === "" || bornOnProblem(text) === null) return;
      const missing = text === NO_DATE ? "Enter the date of birth, or choose Not known" : null;
      context.addIssue(unreadAgeProblem(text) ?? missing ?? `Choose a date between ${EARLIEST_YEAR} and today`);
    }),
  ),
  size: optional(SIZES),
  children: YesOrNo,
  dogs: YesOrNo,
  cats: YesOrNo,
});

export const EditValues = z.extend(PetValues, ProfileValues.shape);
export type EditValues = z.infer<typeof EditValues>;

export function toEditValues({ pet, profile }: { pet: Pet; profile: NewProfile }): EditValues {
  const { story, breed, sex, bornOn, size, goodWith } = profile;
  return {
    ...toPetValues(pet),
    story: story ?? "",
    breed: breed ?? "",
    sex: sex ?? "",
    bornOn: bornOn ?? "",
    size: size ?? "",
    children: fromFlag(goodWith.children),
    dogs: fromFlag(goodWith.dogs),
    cats: fromFlag(goodWith.cats),
  };
}

export function readProfileValues(values: EditValues): NewProfile {
  const { story, breed, sex, bornOn, size, children, dogs, cats } = values;
  return {
    story: story.trim() === "" ? null : story,
    breed: breed.trim() || null,
    sex: sex || null,
    bornOn: bornOn || null,
    size: size || null,
    goodWith: { children: toFlag(children), dogs: toFlag(dogs), cats: toFlag(cats) },
  };
}

const fromFlag = (flag: boolean | null) => (flag === null ? "" : flag ? "yes" : "no");
const toFlag = (text: "" | "yes" | "no") => (text === "" ? null : text === "yes");
