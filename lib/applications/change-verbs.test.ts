import { expect, test } from "vitest";
import { changeVerbs } from "./change-verbs";

const change = (from: string | null, to: string | null) => ({ from, to });

test.each([
  [{ status: change("new", "talking") }, "moved it to “Talking”"],
  [{ status: change("declined", "new") }, "moved it to “New”"],
  [{ status: change("visit", "approved") }, "approved it"],
  [{ status: change("new", "withdrawn") }, "withdrew it"],
  [{ status: change("new", "declined"), pet: change(null, "sold") }, "declined it, because the animal was adopted"],
  [
    { status: change("declined", "new"), pet: change("sold", null) },
    "moved it to “New”, because the adoption was undone",
  ],
  [
    { status: change("approved", "talking"), order: change("open", "cancelled") },
    "moved it to “Talking”, because the adoption was cancelled",
  ],
  [{ order: change("open", "completed") }, "handed the animal over"],
  [{ handledBy: change(null, "Robin"), note: change(null, "Called") }, "took over the application and wrote a note"],
  [{ handledBy: change("Robin", "Ada") }, "passed the application to Ada"],
  [{ handledBy: change("Robin", null) }, "put the application back for others"],
  [{ handledBy: change("Ada", null) }, "took the application from Ada"],
  [{ note: change("Called", null) }, "removed the note"],
  [{ reply: change(null, "Hello"), status: change("new", "talking") }, "moved it to “Talking” and sent a reply"],
  [{ reply: change("Hello", null) }, "noted that the reply was not sent"],
  [{ folder: change("suspicious", "inbox") }, "moved it to the inbox"],
  [{ toTell: change("true", "false") }, "told the applicant"],
  [{ adopter: change("Ada", "Eda") }, "corrected who the adopter is"],
  [{ later: change("a", "b") }, "changed it"],
  [{ status: change("new", "later") }, "changed its status"],
])("%j: %s", (changes, words) => {
  expect(changeVerbs(changes as Parameters<typeof changeVerbs>[0], "Robin")).toBe(words);
});
