import { describe, expect, test } from "vitest";
import { mapDays } from "../shelter/hours";
import { findGap, fittingReply, mailtoHref, replyChoices, replyText, wasSent } from "./replies";

const NOTHING = { street: null, postalCode: null, city: null, country: null };
const shelter = { name: "Pawhaven", ...NOTHING, telephone: null, openingHours: null, adoptionNotes: null };
const CONTEXT = { applicantName: "Ada Marlowe", petName: "Luna", shelter };

describe("replies", () => {
  test.each(replyChoices("new", true))(
    "the reply “$label” greets, names the animal, and ends with the shelter",
    ({ id }) => {
      const text = replyText(id, CONTEXT);
      expect(text).toMatch(/^Hello Ada Marlowe,\n\n/);
      expect(text).toContain("Luna");
      expect(text).toMatch(/\n\nKind regards,\nPawhaven$/);
      const answer = replyText(id, { ...CONTEXT, isQuestion: true });
      expect(answer).toBe(text.replace("for asking to adopt Luna", "for asking about Luna"));
    },
  );

  test("each status has the replies that can be true", () => {
    const idsFor = (status: Parameters<typeof replyChoices>[0]) => replyChoices(status).map(({ id }) => id);
    expect(idsFor("approved")).toEqual(["approved"]);
    expect(idsFor("declined")).toEqual(["declined", "adopted"]);
    expect(idsFor("answered")).toEqual([]);
    expect(idsFor("withdrawn")).toEqual([]);
    expect(idsFor("new")).not.toContain("answer");
    expect(replyChoices("new", true)[0]).toMatchObject({ id: "answer", label: "Answer to a question" });
    expect(replyChoices("answered", true).map(({ id }) => id)).toEqual(["answer"]);
  });

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

  test("a reply was sent if a sent text begins as it does", () => {
    const sent = replyText("approved", CONTEXT).replace("[day and time]", "Monday");
    expect(wasSent("approved", CONTEXT, ["Hello", sent])).toBe(true);
    expect(wasSent("declined", CONTEXT, [sent])).toBe(false);
    expect(wasSent("", CONTEXT, [sent])).toBe(false);
  });

  test("a reply without a template has a greeting and a signature", () => {
    expect(replyText("", CONTEXT)).toBe("Hello Ada Marlowe,\n\n\n\nKind regards,\nPawhaven");
  });

  test("what is known about the shelter is filled in", () => {
    const known = {
      ...shelter,
      ...{ street: "Harbour Lane 4", city: "Bremen", telephone: "0421 555 0142" },
      openingHours: { days: mapDays(() => []), exceptions: [], note: "By appointment" },
      adoptionNotes: "The fee is 120 euros.",
    };
    const context = { ...CONTEXT, shelter: known };
    const place = "You find us here: Harbour Lane 4, Bremen.\n\nWe are open:\nMonday to Sunday: closed\nBy appointment";
    const end = "\n\nKind regards,\nPawhaven\n0421 555 0142";
    expect(replyText("visit", context).endsWith(place + end)).toBe(true);
    expect(replyText("approved", context)).toContain(`\n\nThe fee is 120 euros.\n\n${place}`);
    expect(replyText("declined", context)).not.toContain("Bremen");
    expect(replyText("declined", context).endsWith(end)).toBe(true);
  });

  test("a name written from right to left does not reorder the text around it", () => {
    expect(replyText("visit", { ...CONTEXT, petName: "לונה" })).toContain("adopt \u2068לונה\u2069.");
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
