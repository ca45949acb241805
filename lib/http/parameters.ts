import * as z from "zod/mini";
import { int64Param, MAX_PAGE_SIZE, parsed, parseInt64 } from "../values/schemas";
import { MAX_SEARCH_LENGTH } from "../values/search-length";
import { isLongerThan } from "../values/words";

export function choiceParam<const W extends string>(words: readonly W[]) {
  return z.enum(words, { error: `must be one of ${words.join(", ")}` });
}

const isTrue = z.transform((text: "true" | "false") => text === "true");
export const FlagParam = z.pipe(choiceParam(["true", "false"]), z.pipe(isTrue, z.boolean()));

/** Some of these words, each at most once, separated by commas. They are read in the order of `words`. */
export function choicesParam<const W extends string>(words: readonly W[]) {
  const rule = `must be one or more of ${words.join(", ")}, separated by commas`;
  const read = (text: string): readonly W[] | null => {
    const given = text.split(",", words.length + 1);
    const known = words.filter((word) => given.includes(word));
    return known.length === given.length ? known : null;
  };
  return parsed(rule, read).register(z.globalRegistry, {
    type: "string",
    "x-some-of": words,
    pattern: `^(${words.join("|")})(,(${words.join("|")}))*$`,
    maxLength: words.join().length,
  });
}

const MAX_INT64_LENGTH = 20;

export const Int64Param = int64Param("must be a whole number that fits in 64 bits");

const IDS_RULE = `must be 1 to ${MAX_PAGE_SIZE} whole numbers, separated by commas`;

/** As many int64s as a page has, separated by commas. */
export const Int64sParam = parsed(IDS_RULE, readInt64s).register(z.globalRegistry, {
  type: "string",
  pattern: `^-?\\d+(,-?\\d+){0,${MAX_PAGE_SIZE - 1}}$`,
  maxLength: MAX_PAGE_SIZE * MAX_INT64_LENGTH + MAX_PAGE_SIZE - 1,
});

function readInt64s(text: string): bigint[] | null {
  const given = text.split(",", MAX_PAGE_SIZE + 1);
  const ids = given.map(parseInt64).filter((id) => id !== null);
  return ids.length === given.length && ids.length <= MAX_PAGE_SIZE ? ids : null;
}

const SEARCH_RULE = `must be 1 to ${MAX_SEARCH_LENGTH} characters, without U+0000`;

/** Any string that PostgreSQL can store. */
export const SearchParam = z
  .string({ error: SEARCH_RULE })
  .check(
    z.refine(
      (text) => text !== "" && !isLongerThan(text, MAX_SEARCH_LENGTH) && !text.includes("\0") && text.isWellFormed(),
      SEARCH_RULE,
    ),
  )
  .register(z.globalRegistry, { minLength: 1, maxLength: MAX_SEARCH_LENGTH });
