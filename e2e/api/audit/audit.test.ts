import { beforeAll, describe, expect, test } from "vitest";
import { AuditEntries } from "@/lib/audit/schema";
import { db } from "@/lib/database/client";
import { expectError, linkOf } from "../support/answers";
import { newKeyWithId, newPerson, suiteService } from "../support/service";

const service = suiteService();
const COUNT = 250;
let token = "";
/** The ids of all lines, newest first. */
let ids: bigint[] = [];

beforeAll(async () => {
  token = (await newPerson("admin")).token;
  const lines = Array.from({ length: COUNT }, (_, index) => ({
    actor: "command line",
    action: "key.create",
    subject: `key_${index}`,
    details: { name: `Key ${index}` },
  }));
  await db().auditEntry.createMany({ data: lines });
  const rows = await db().auditEntry.findMany({ select: { id: true }, orderBy: { id: "desc" } });
  ids = rows.map(({ id }) => id);
});

async function read(path: string) {
  const answer = await service.call(`GET ${path}`, { key: token });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return { answer, entries: AuditEntries.parse(answer.json) };
}

/** Follows a link relation to its end. Returns the ids of each page, and the last answer. */
async function walk(start: string, rel: "next" | "prev") {
  const pages: bigint[][] = [];
  for (let path = start; ; ) {
    const { answer, entries } = await read(path);
    pages.push(entries.map(({ id }) => id));
    const link = linkOf(answer, rel);
    if (!link) return { pages, last: answer };
    path = link.pathname + link.search;
  }
}

describe("GET /v1/audit?limit=100", () => {
  test("a page has 20 entries, or limit entries, newest first", async () => {
    const { answer, entries } = await read("/v1/audit");
    expect(entries.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(entries[0]).toMatchObject({ actor: "command line", details: { name: `Key ${COUNT - 1}` } });
    expect(linkOf(answer, "prev")).toBeNull();
    expect(linkOf(answer, "first")?.href).toBe(`${service.origin}/v1/audit`);
    expect((await read("/v1/audit?limit=1")).entries).toHaveLength(1);
    expect((await read("/v1/audit?limit=100")).entries).toHaveLength(100);
  });

  test.each([
    ["limit=101", /^limit must be a whole number from 1 to 100/],
    ["cursor=abc", /^cursor must be one that this service gave/],
    ["about=cats", /^about must be one or more of keys, people/],
    ["actor=", /^actor must be 1 to 254 characters/],
    ["from=2026-01-31", /^from must be a date and time/],
  ])("%s: 400", async (query, message) => {
    expectError(await service.call(`GET /v1/audit?${query}`, { key: token }), 400, "bad_request", message);
  });

  test("paging visits every entry once, to the oldest and back to the newest", async () => {
    const older = await walk("/v1/audit?limit=60", "next");
    expect(older.pages.flat()).toEqual(ids);
    expect(older.pages.slice(0, -1).map(({ length }) => length)).toEqual([60, 60, 60, 60]);
    const back = linkOf(older.last, "prev");
    const newer = await walk(`${back?.pathname}${back?.search}`, "prev");
    expect(newer.pages.reverse().flat()).toEqual(ids.slice(0, 240));
    expect(linkOf(newer.last, "next")).not.toBeNull();
  });

  test("a new entry does not shift the pages after a cursor", async () => {
    const { answer, entries } = await read("/v1/audit?limit=10");
    await db().auditEntry.create({ data: { actor: "command line", action: "key.revoke", subject: "key_0" } });
    const next = linkOf(answer, "next");
    const after = await read(`${next?.pathname}${next?.search}`);
    expect([...entries, ...after.entries].map(({ id }) => id)).toEqual(ids.slice(0, 20));
  });

  test("filters combine, and a page keeps them", async () => {
    const key = await newKeyWithId();
    const at = (hour: number) => new Date(Date.UTC(2020, 0, 31, hour));
    const line = (hour: number, actor: string, action: string) => ({ at: at(hour), actor, action, subject: key.id });
    await db().auditEntry.createMany({
      data: [
        line(8, "vera@shelter.example", "key.revoke"),
        line(9, "vera@shelter.example", "person.sign_in"),
        line(10, "vera@shelter.example", "key.rotate"),
        line(11, "mara@shelter.example", "key.change"),
        line(12, "vera@shelter.example", "person.add"),
      ],
    });
    const found = async (query: string) => (await read(`/v1/audit?${query}`)).entries.map(({ action }) => action);
    const vera = "actor=vera%40shelter.example";
    expect(await found(vera)).toEqual(["person.add", "key.rotate", "person.sign_in", "key.revoke"]);
    expect(await found(`${vera}&about=keys`)).toEqual(["key.rotate", "key.revoke"]);
    expect(await found(`${vera}&about=people`)).toEqual(["person.add"]);
    expect(await found(`${vera}&about=sign_ins`)).toEqual(["person.sign_in"]);
    expect(await found(`${vera}&about=keys,people`)).toEqual(["person.add", "key.rotate", "key.revoke"]);
    const day = `from=${at(9).toISOString()}&until=${at(11).toISOString()}`;
    expect(await found(day)).toEqual(["key.rotate", "person.sign_in"]);
    const { answer, entries } = await read(`/v1/audit?${vera}&about=keys&limit=1`);
    expect(entries[0]?.keyName).toBe((await db().apiKey.findUniqueOrThrow({ where: { id: key.id } })).name);
    const next = linkOf(answer, "next");
    expect((await read(`${next?.pathname}${next?.search}`)).entries.map(({ action }) => action)).toEqual([
      "key.revoke",
    ]);
  });
});
