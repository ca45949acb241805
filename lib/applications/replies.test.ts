import { describe, expect, test } from "vitest";
import { fittingReply, mailtoHref } from "./replies";

describe("replies", () => {
  test("a decision chooses its reply, and taking it back gives that up", () => {
    expect(fittingReply("approved", false, "visit")).toBe("approved");
    expect(fittingReply("declined", false, "")).toBe("declined");
    expect(fittingReply("declined", true, "")).toBe("adopted");
    expect(fittingReply("declined", false, "adopted")).toBe("adopted");
    expect(fittingReply("talking", false, "visit")).toBe("visit");
    expect(fittingReply("talking", false, "approved")).toBe("");
    expect(fittingReply("withdrawn", false, "visit")).toBe("");
    expect(fittingReply("answered", false, "answer")).toBe("answer");
    expect(fittingReply("talking", false, "answer")).toBe("answer");
    expect(fittingReply("answered", false, "visit")).toBe("");
  });

  test("a link to an e-mail keeps every character, and adds no recipient", () => {
    const href = mailtoHref("a+b&cc=evil@home.example", "Luna & Co?", "Line one\nLine two #1");
    const url = new URL(href);
    expect(href).toMatch(/^mailto:a%2Bb%26cc%3Devil@home\.example\?/);
    expect([...url.searchParams.keys()]).toEqual(["subject", "body"]);
    expect(url.searchParams.get("subject")).toBe("Luna & Co?");
    expect(url.searchParams.get("body")).toBe("Line one\r\nLine two #1");
  });
});
