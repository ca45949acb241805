import { describe, expect, test } from "vitest";
import { inboxHref, readInboxParams } from "./inbox";

const HANDLER = "0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d";

describe("the URL of the inbox", () => {
  test.each([
    {},
    { ongoing: "true" },
    { ongoing: "true", sort: "oldest", cursor: "bzE" },
    { q: "Zoë & co", status: "new", sort: "oldest" },
    { folder: "suspicious", cursor: "bzE" },
    { orderStatus: "returned" },
    { petId: "9223372036854775807", handledBy: HANDLER },
  ] as const)("%o is read as it was written", (params) => {
    expect(readInboxParams(new URL(inboxHref(params), "http://site.example").searchParams)).toEqual(params);
  });

  test.each([
    "status=sold",
    "folder=inbox",
    "petId=abc",
    "handledBy=me",
    "other=1",
    "cursor=",
    "q= ",
    `q=${"x".repeat(101)}`,
    "sort=newest",
    "all=1",
    "ongoing=false",
  ])("ignores %s and opens with the list of what is left to do", (query) => {
    expect(readInboxParams(new URLSearchParams(query))).toEqual({ ongoing: "true" });
  });
});
