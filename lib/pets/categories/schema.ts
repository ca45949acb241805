import * as z from "zod/mini";
import { changeOf, Int64, int64Param } from "../../values/schemas";
import { textOf } from "../../values/text";

/** How many kinds there are at most, so that they are one answer. */
export const MAX_CATEGORIES = 100;
export const MAX_CATEGORY_NAME = 40;
export const MAX_WORDS = 20;

/** The drawings that a kind can have. */
export const PICTURES = ["paw", "dog", "cat", "rabbit", "guinea-pig", "hamster", "bird", "tortoise", "horse"] as const;

const Name = textOf(MAX_CATEGORY_NAME);
const Picture = z.enum(PICTURES, { error: `must be one of ${PICTURES.join(", ")}` });
/** What people also call it, for searches and imports. */
export const Words = z
  .array(Name, { error: "must be an array" })
  .check(z.maxLength(MAX_WORDS, `must have at most ${MAX_WORDS} words`));

export const NewCategory = z.strictObject({
  /** The lowest free number by default. Animals may have it already. */
  id: z.optional(Int64),
  name: Name,
  /** Made of the name by default. */
  plural: z.optional(Name),
  picture: z._default(Picture, "paw"),
  words: z._default(Words, []),
});
export type NewCategory = z.infer<typeof NewCategory>;

export const CategoryChange = changeOf({
  name: z.optional(Name),
  plural: z.optional(Name),
  picture: z.optional(Picture),
  words: z.optional(Words),
});
export type CategoryChange = z.infer<typeof CategoryChange>;

export const Category = z.object({
  id: Int64,
  name: z.string(),
  /** As in a sentence: "guinea pigs". */
  plural: z.string(),
  /** Its name in the URLs of lists, which never changes. */
  slug: z.string(),
  picture: z.string(),
  words: z.array(z.string()),
});

export type Category = z.infer<typeof Category>;

export const Categories = z.array(Category).register(z.globalRegistry, { maxItems: MAX_CATEGORIES });

export const NO_CATEGORY = "There is no category with this id";
export const CategoryParams = z.object({ categoryId: int64Param(NO_CATEGORY) });
