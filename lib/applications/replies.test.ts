import { describe, expect, test } from "vitest";
import { mailtoHref, REPLY_CHOICES, replyText } from "./replies";

const CONTEXT = { applicantName: "Ada Marlowe", petName: "Luna", shelterName: "Pawhaven" };

describe("replies", () => {
  test.each(REPLY_CHOICES)("$label: greets, names the animal, and ends with the shelter", ({ id }) => {
    const text = replyText(id, CONTEXT);
    expect(text).toMatch(/^Hello Ada Marlowe,\n\n/);
    expect(text).toContain("Luna");
    expect(text).toMatch(/\n\nKind regards,\nPawhaven$/);
  });

  test("without a template: a greeting and a signature", () => {
    expect(replyText("", CONTEXT)).toBe("Hello Ada Marlowe,\n\n\n\nKind regards,\nPawhaven");
  });

  test("a name from right to left does not turn the text around it", () => {
    expect(replyText("visit", { ...CONTEXT, petName: "לונה" })).toContain("adopt \u2068לונה\u2069.");
  });

  test("a link to a mail keeps every character, and adds no recipient", () => {
    const href = mailtoHref("a+b&cc=evil@home.example", "Luna & Co?", "Line one\nLine two #1");
    const url = new URL(href);
    expect(href).toMatch(/^mailto:a%2Bb%26cc%3Devil@home\.example\?/);
    expect([...url.searchParams.keys()]).toEqual(["subject", "body"]);
    expect(url.searchParams.get("subject")).toBe("Luna & Co?");
    expect(url.searchParams.get("body")).toBe("Line one\r\nLine two #1");
  });
});
