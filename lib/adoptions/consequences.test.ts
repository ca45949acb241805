import { expect, test } from "vitest";
import { ApiError } from "../http/errors";
import { confirmationIn, declinedWords, peopleWords } from "./consequences";

test("only the answer that asks for a confirmation says what would happen", () => {
  const nobody = { count: 0, names: [] };
  const more = { consequences: { declines: { count: 1, names: ["Ada"] }, handsOver: nobody, mails: 1 }, confirm: "x" };
  const asked = new ApiError("confirmation_required", "Really?", {}, more);
  expect(confirmationIn(asked)).toEqual(more);
  expect(confirmationIn(new ApiError("conflict", "No", {}, more))).toBeNull();
  expect(confirmationIn({ code: "confirmation_required", more })).toBeNull();
});

test("at most five people are named, and the rest are counted", () => {
  const names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"];
  expect(peopleWords({ count: 2, names: names.slice(0, 2) })).toBe("Ada and Bo");
  expect(peopleWords({ count: 1_008, names })).toBe("Ada, Bo, Cy, Di, Ed and 1,003 more");
  expect(peopleWords({ count: 3 })).toBe("3 more");
});

test("what was declined names the applicant, if it is only one who is known", () => {
  expect([declinedWords(), declinedWords({ count: 0 })]).toEqual(["", ""]);
  expect(declinedWords({ count: 1 })).toBe("1 application was declined.");
  expect(declinedWords({ count: 1, names: ["Ada"] })).toBe("The application of Ada was declined.");
  expect(declinedWords({ count: 2, names: ["Ada", "Bo"] })).toBe("Its 2 open applications were declined.");
});
