import * as z from "zod/mini";
import { differ } from "../../values/objects";
import { textOf } from "../../values/text";
import { Photos } from "../photos/schema";
import { bornOnProblem } from "./age";
import { AGE_GROUPS, SEXES, SIZES } from "./choices";

export const MAX_STORY_LENGTH = 2_000;

export const MAX_BREED_LENGTH = 60;

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
    pattern: "^(19[89]|2\\d\\d)\\d(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$",
    ...{ minLength: 4, maxLength: 10, description: "a date that exists, not in the future" },
  });

const Known = z.nullable(z.boolean({ error: rule("must be true, false or null") }));
const choice = <const W extends string>(words: readonly W[]) =>
  z.nullable(z.enum(words, { error: rule(`must be null or one of ${words.join(", ")}`) }));

/** The body of a profile. It names every member, and `null` means "not known". */
export const NewProfile = z.strictObject({
  story: z.nullable(textOf(MAX_STORY_LENGTH, { lines: true })),
  breed: z.nullable(textOf(MAX_BREED_LENGTH)),
  sex: choice(SEXES),
  bornOn: z.nullable(BornOn),
  size: choice(SIZES),
  goodWith: z.strictObject({ children: Known, dogs: Known, cats: Known }, { error: rule("must be an object") }),
});
export type NewProfile = z.infer<typeof NewProfile>;

export const NO_PROFILE: NewProfile = {
  story: null,
  breed: null,
  sex: null,
  bornOn: null,
  size: null,
  goodWith: { children: null, dogs: null, cats: null },
};

export function profilesDiffer({ goodWith, ...members }: NewProfile, other: NewProfile): boolean {
  return differ(members, other) || differ(goodWith, other.goodWith);
}

const Text = z.nullable(z.string());
const Flag = z.nullable(z.boolean());

/** A profile as it is read: also with today's age group and the photos, which have their own operations. */
export const Profile = z.object({
  story: z.nullable(z.string().register(z.globalRegistry, { minLength: 1, maxLength: MAX_STORY_LENGTH })),
  breed: z.nullable(z.string().register(z.globalRegistry, { minLength: 1, maxLength: MAX_BREED_LENGTH })),
  sex: z.nullable(z.enum(SEXES)),
  bornOn: Text,
  size: z.nullable(z.enum(SIZES)),
  goodWith: z.object({ children: Flag, dogs: Flag, cats: Flag }),
  ageGroup: z.nullable(z.enum(AGE_GROUPS)),
  photos: Photos,
});
export type Profile = z.infer<typeof Profile>;

export const toNewProfile = ({ ageGroup: _ageGroup, photos: _photos, ...members }: Profile): NewProfile => members;
