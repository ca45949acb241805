import { describe, expect, test } from "vitest";
import { findGap, fittingReply, mailtoHref, replyText } from "./replies";

const NOTHING = { street: null, postalCode: null, city: null, country: null };
const shelter = { name: "Pawhaven", ...NOTHING, telephone: null, openingHours: null, adoptionNotes: null };
const CONTEXT = { applicantName: "Ada Marlowe", petName: "Luna", shelter };

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

  test("a gap is found until it is filled in, and the day of the hand-over fills its own", () => {
    const text = replyText("declined", CONTEXT);
    expect(findGap(text)).toEqual({ gap: "[reason]", start: text.indexOf("[reason]") });
    expect(findGap(text.replace("[reason]", "the stairs [in our house]"))).toBeNull();
    expect(findGap(replyText("answer", CONTEXT))?.gap).toBe("[your answer]");
    expect(findGap(replyText("approved", CONTEXT))?.gap).toBe("[day and time]");
    const handOver = new Date(2030, 11, 5, 15, 30).toISOString();
    expect(replyText("approved", { ...CONTEXT, handOver })).toMatch(/on Thursday,? 5 December 2030 at 15:30\./);
    const day = "2030-12-05T12:00:00.001Z";
    expect(replyText("approved", { ...CONTEXT, handOver: day })).toMatch(/on Thursday,? 5 December 2030\./);
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
