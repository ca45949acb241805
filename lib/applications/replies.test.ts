import { expect, test } from "vitest";
import { mailtoHref } from "./replies";

test("a link to an e-mail keeps every character, and adds no recipient", () => {
  const href = mailtoHref("a+b&cc=evil@home.example", "Luna & Co?", "Line one\nLine two #1");
  const url = new URL(href);
  expect(href).toMatch(/^mailto:a%2Bb%26cc%3Devil@home\.example\?/);
  expect([...url.searchParams.keys()]).toEqual(["subject", "body"]);
  expect(url.searchParams.get("subject")).toBe("Luna & Co?");
  expect(url.searchParams.get("body")).toBe("Line one\r\nLine two #1");
});
