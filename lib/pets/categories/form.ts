import * as z from "zod/mini";
import { changedValues } from "../../values/objects";
import { parseInt64 } from "../../values/schemas";
import { isBlank, typedText } from "../../values/text";
import type { Category } from "../kinds";
import { type CategoryChange, MAX_CATEGORY_NAME, MAX_WORDS, type NewCategory, PICTURES, Words } from "./schema";

const wordsIn = (text: string) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** The fields of a kind as they are typed, with messages for people. */
export const CategoryValues = z.object({
  name: typedText(MAX_CATEGORY_NAME, { what: "The name", empty: "Enter a name" }),
  /** Made of the name if it is empty. */
  plural: typedText(MAX_CATEGORY_NAME, { what: "The plural" }),
  picture: z.enum(PICTURES),
  words: z
    .string()
    .check(
      z.refine(
        (text) => Words.safeParse(wordsIn(text)).success,
        `Enter up to ${MAX_WORDS} words of up to ${MAX_CATEGORY_NAME} characters, with commas between them`,
      ),
    ),
  /** Only of a new one, or empty. */
  id: z.string().check(z.refine((text) => isBlank(text) || parseInt64(text.trim()) !== null, "Enter a whole number")),
});
export type CategoryValues = z.infer<typeof CategoryValues>;

/** The default is those of a new one. */
export function toCategoryValues(category: Category | null): CategoryValues {
  const { name = "", plural = "", words = [] } = category ?? {};
  const picture = PICTURES.find((one) => one === category?.picture) ?? "paw";
  return { name, plural, picture, words: words.join(", "), id: "" };
}

function toBody({ name, plural, picture, words }: CategoryValues) {
  return {
    name: name.trim(),
    ...(!isBlank(plural) && { plural: plural.trim() }),
    picture,
    words: wordsIn(words),
  };
}

export function toNewCategory(values: CategoryValues): z.input<typeof NewCategory> {
  const id = parseInt64(values.id.trim());
  return { ...toBody(values), ...(id !== null && { id }) };
}

/** What somebody has changed. Without that, everything as it is, which changes nothing. */
export const toCategoryChange = (before: CategoryValues, after: CategoryValues): CategoryChange =>
  changedValues(toBody(after), toBody(before)) ?? toBody(after);
