import { expect, test } from "vitest";
import { AuditEntries } from "@/lib/audit/schema";
import { db } from "@/lib/database/client";
import { suiteAdmin } from "../support/admin-suite";
import { linkOf } from "../support/answers";
import { newKeyWithId } from "../support/service";

// Paging is in http/every-list.test.ts.
const { service, call, token } = suiteAdmin();

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
  const found = async (query: string) =>
    (await call(`GET /v1/audit?${query}`, AuditEntries)).map(({ action }) => action);
  const vera = "actor=vera%40shelter.example";
  expect(await found(vera)).toEqual(["person.add", "key.rotate", "person.sign_in", "key.revoke"]);
  expect(await found(`${vera}&about=keys`)).toEqual(["key.rotate", "key.revoke"]);
  expect(await found(`${vera}&about=people`)).toEqual(["person.add"]);
  expect(await found(`${vera}&about=sign_ins`)).toEqual(["person.sign_in"]);
  expect(await found(`${vera}&about=keys,people`)).toEqual(["person.add", "key.rotate", "key.revoke"]);
  const day = `from=${at(9).toISOString()}&until=${at(11).toISOString()}`;
  expect(await found(day)).toEqual(["key.rotate", "person.sign_in"]);
  const first = await service.call(`GET /v1/audit?${vera}&about=keys&limit=1`, { key: token() });
  expect(first.json).toMatchObject([{ keyName: "test" }]);
  expect(await found(String(linkOf(first, "next")?.searchParams))).toEqual(["key.revoke"]);
});
