import { expect, test } from "vitest";
import { changeVerbs } from "./staff-words";

const sentence = (verbs: ReturnType<typeof changeVerbs>) =>
  "words" in verbs ? verbs.words : `${verbs.before} @${verbs.after}`;
const change = (from: string | null, to: string | null) => ({ from, to });

test.each([
  [{ status: change("new", "talking") }, "moved @ to “Talking”"],
  [{ status: change("declined", "new") }, "moved @ to “New”"],
  [{ status: change("visit", "approved") }, "approved @"],
  [{ status: change("new", "withdrawn") }, "withdrew @"],
  [{ status: change("new", "declined"), pet: change(null, "sold") }, "declined @, because the animal was adopted"],
  [
    { status: change("declined", "new"), pet: change("sold", null) },
    "moved @ to “New”, because the adoption was undone",
  ],
  [
    { status: change("declined", "new"), pet: change("sold", "available") },
    "moved @ to “New”, because the animal came back",
  ],
  [
    { status: change("approved", "talking"), order: change("open", "cancelled") },
    "moved @ to “Talking”, because the adoption was cancelled",
  ],
  [{ order: change("open", "completed") }, "handed the animal over"],
  [{ note: change("Called", null) }, "removed the note"],
  [{ reply: change(null, "Hello"), status: change("new", "talking") }, "moved @ to “Talking” and sent a reply"],
  [{ reply: change("Hello", null) }, "noted that the reply was not sent"],
  [{ folder: change("suspicious", "inbox") }, "marked @ as not spam"],
  [
    { folder: change("inbox", "suspicious"), status: change("new", "talking") },
    "moved @ to “Talking” and marked it as spam",
  ],
  [{ adopter: change(null, "Ada") }, "recorded the adopter"],
  [{ toTell: change("true", "false") }, "told the applicant"],
  [{ adopter: change("Ada", "Eda") }, "corrected the adopter"],
  [{ later: change("a", "b") }, "changed @"],
  [{ status: change("new", "later") }, "changed the status of @"],
])("%j: %s", (changes, words) => {
  const verbs = changeVerbs(changes as Parameters<typeof changeVerbs>[0], false);
  expect(sentence(verbs)).toBe(words);
});

test.each([
  [{ handledBy: change(null, "Robin"), note: change(null, "Called") }, true, "took over @ and wrote a note"],
  [{ handledBy: change("Robin", "Ada") }, false, "passed @ to Ada"],
  [{ handledBy: change("Robin", null) }, true, "put @ back for others"],
  [{ handledBy: change("Ada", null) }, false, "took @ from Ada"],
])("%j, by the handler (%s): %s", (changes, byHandler, words) => {
  expect(sentence(changeVerbs(changes, byHandler))).toBe(words);
});
