import * as z from "zod/mini";
import { typedText } from "../../values/text";
import { bornOnProblem, EARLIEST_YEAR } from "../profile/age";
import { SEXES, SIZES } from "../profile/choices";
import { MAX_BREED_LENGTH, MAX_STORY_LENGTH, type NewProfile } from "../profile/schema";
import type { PetDetail } from "../schema";
import { unreadAgeProblem } from "./age-estimate";
import { PetDraft, PetValues, toPetValues } from "./pet-values";

/** Makes the schema of one of these words, or of an empty string for "not known". */
const optional = <const W extends string>(words: readonly W[]) => z.enum(["", ...words]);
const YesOrNo = optional(["yes", "no"]);

/** The value while a date of birth is chosen but not entered. */
export const NO_DATE = "date";

/** The values of the form of a profile. */
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

/** The values of all fields of an animal, with messages for people. */
export const EditValues = z.extend(PetValues, ProfileValues.shape);
export type EditValues = z.infer<typeof EditValues>;

/** The values while somebody types, not checked yet. */
export const EditDraft = z.extend(EditValues, {
  ...PetDraft.shape,
  story: z.string(),
  breed: z.string(),
  bornOn: z.string(),
});

/** Returns an animal and its profile as values of the form. */
export function toEditValues({ pet, profile }: { pet: PetDetail; profile: NewProfile }): EditValues {
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

/** Returns the profile that the values describe. */
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
