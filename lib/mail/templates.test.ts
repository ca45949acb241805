import { describe, expect, test } from "vitest";
import { composeMessage, contentOf, TEMPLATES } from "./templates";

const SHELTER = { name: "Pawhaven", replyDays: 3, openingHours: null };
const SINCE = new Date("2026-11-27T12:00:00Z");
const DATA = { applicantName: "Bo", petName: "Biscuit", path: "/applications/1/secret" };
const FROM = { shelter: "Pawhaven", telephone: "+44 20 7946 0123", site: "https://pets.example" };

const LINK = { path: "/staff/password#token" };
const OTHER_DATA: Readonly<Record<string, object>> = {
  test: {},
  invitation: LINK,
  new_password: LINK,
  application_changed: { ...DATA, status: "visit" },
};
const dataOf = (name: string) => OTHER_DATA[name] ?? DATA;

describe("contentOf", () => {
  test("a name in another script, or with marks of direction, is isolated from the text around it", () => {
    const content = contentOf("pet_adopted", { ...DATA, petName: "\u2069\u202eבוני" }, SHELTER, SINCE);
    expect(content?.subject).toBe("\u2068\u202eבוני\u2069 has found a home");
  });

  test("nothing that the applicant wrote is in the receipt", () => {
    const content = contentOf("application_received", { ...DATA, applicantName: "Zaphod" }, SHELTER, SINCE);
    expect(JSON.stringify(content)).not.toContain("Zaphod");
  });

  test.each([
    ["Bo", "Hello Bo,"],
    ["Anne-Marie O’Neill Jr.", "Hello Anne-Marie O’Neill Jr.,"],
    ["J. R. R. Tolkien", "Hello J. R. R. Tolkien,"],
    ["בוני", "Hello \u2068בוני\u2069,"],
    ["Win at pills.example", "Hello,"],
    ["https://pills.example", "Hello,"],
    ["Call 020 7946 0000", "Hello,"],
    ["Bo\nBuy now", "Hello,"],
    ["<b>Bo</b>", "Hello,"],
    ["B".repeat(61), "Hello,"],
  ])("%j is greeted with %j, because a name that may be an advertisement is left out", (applicantName, hello) => {
    expect(contentOf("pet_adopted", { ...DATA, applicantName }, SHELTER, SINCE)?.paragraphs[0]).toBe(hello);
  });

  test("an e-mail about a visit says when it is, once that is known", () => {
    const said = (more: object) =>
      contentOf("application_changed", { ...DATA, status: "visit", ...more }, SHELTER, SINCE)?.paragraphs[1];
    expect(said({})).toContain("We will be in touch to arrange a time.");
    expect(said({ visitAt: "2030-12-05T15:30" })).toMatch(/we expect you on Thursday,? 5 December 2030 at 15:30\./);
  });

  test.each([
    ["application_received", { ...DATA, path: "https://other.example/" }],
    ["application_received", { ...DATA, more: 1 }],
    ["application_changed", { ...DATA, status: "new" }],
    ["toString", {}],
    ["", {}],
  ])("%s with data that does not fit gives null", (name, data) => {
    expect(contentOf(name, data, SHELTER, SINCE)).toBeNull();
  });
});

describe("composeMessage", () => {
  const messages = Object.keys(TEMPLATES).flatMap((name) => {
    const content = contentOf(name, dataOf(name), SHELTER, SINCE);
    return content ? [composeMessage(content, FROM)] : [];
  });

  test("every template makes a message with a signature, in both versions", () => {
    expect(messages).toHaveLength(Object.keys(TEMPLATES).length);
    for (const { subject, text, html } of messages) {
      expect(subject).toMatch(/^\S.*\S$/);
      expect(text).toMatch(/https:\/\/pets\.example\/\S*\n\n-- \nPawhaven\n\+44 20 7946 0123\n$/);
      expect(html).toMatch(/<p>Pawhaven<br>\+44 20 7946 0123<\/p><\/body><\/html>$/);
    }
  });

  test("the subject is one line of at most 200 characters", () => {
    const { subject } = composeMessage({ subject: `a\r\nBcc: b\u2028${"🐾".repeat(300)}`, paragraphs: [] }, FROM);
    expect(subject).toBe(`a Bcc: b ${"🐾".repeat(191)}`);
  });
});
