import * as z from "zod/mini";
import { int64Param, parsed, parseInt64 } from "../values/schemas";

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

/** Up to `maxCount` int64s, separated by commas. */
export function int64sParam(maxCount: number) {
  const rule = `must be 1 to ${maxCount} whole numbers, separated by commas`;
  const read = (text: string): bigint[] | null => {
    const given = text.split(",", maxCount + 1);
    const ids = given.map(parseInt64).filter((id) => id !== null);
    return ids.length === given.length && ids.length <= maxCount ? ids : null;
  };
  return parsed(rule, read).register(z.globalRegistry, {
    type: "string",
    pattern: `^-?\\d+(,-?\\d+){0,${maxCount - 1}}$`,
    maxLength: maxCount * MAX_INT64_LENGTH + maxCount - 1,
  });
}

/** Any string that PostgreSQL can store, of up to `maxLength` code points. */
export function textParam(maxLength: number) {
  const rule = `must be 1 to ${maxLength} characters, without U+0000`;
  const fits = (text: string) => text.length <= 2 * maxLength && text !== "" && [...text].length <= maxLength;
  return z
    .string({ error: rule })
    .check(z.refine((text) => fits(text) && !text.includes("\0") && text.isWellFormed(), rule))
    .register(z.globalRegistry, { minLength: 1, maxLength });
}
