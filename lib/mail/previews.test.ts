import { expect, test } from "vitest";
import { mailPreviews } from "./previews";
import { TEMPLATES } from "./templates";

const SHELTER = {
  name: "Newhaven",
  street: null,
  postalCode: null,
  city: null,
  country: null,
  telephone: "+44 20 7946 0123",
  email: null,
  openingHours: null,
  replyDays: 3,
  adoptionNotes: null,
  about: null,
};
const PREVIEWS = mailPreviews(SHELTER, "https://pets.example");

test("every template has a preview, with the shelter, its site and an example", () => {
  expect(PREVIEWS.map(({ template }) => template).sort()).toEqual(Object.keys(TEMPLATES).sort());
  for (const { text } of PREVIEWS.flatMap(({ texts }) => texts)) {
    expect(text).toContain("https://pets.example/");
    expect(text).toMatch(/\n-- \nNewhaven\n\+44 20 7946 0123\n$/);
  }
});

test("the preview of an e-mail has each of its texts once", () => {
  for (const { template, texts } of PREVIEWS) {
    expect(new Set(texts.map(({ text }) => text)).size, template).toBe(texts.length);
  }
  const count = (template: string) => PREVIEWS.find((preview) => preview.template === template)?.texts.length;
  expect(count("application_received")).toBe(2);
  expect(count("application_changed")).toBe(10);
});
