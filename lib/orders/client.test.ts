import { expect, test } from "vitest";
import { adoptionsHref, readAdoptionsParams } from "./client";

test.each([
  ["/staff/adoptions", { status: "open" }],
  ["/staff/adoptions?petId=9223372036854775807", { status: "open", petId: "9223372036854775807" }],
  ["/staff/adoptions?q=Olive+%C3%A9&status=completed", { q: "Olive é", status: "completed" }],
  ["/staff/adoptions?status=returned&cursor=bzE", { status: "returned", cursor: "bzE" }],
] as const)("%s is read as it was written", (href, params) => {
  expect(adoptionsHref(params)).toBe(href);
  expect(readAdoptionsParams(new URL(href, "http://site.example").searchParams)).toEqual(params);
});

test.each(["status=sold", "petId=abc", "cursor=", "q=+", `q=${"x".repeat(101)}`])("%s is ignored", (query) => {
  expect(readAdoptionsParams(new URLSearchParams(query))).toEqual({ status: "open" });
});
