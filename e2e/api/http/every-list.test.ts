import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { placeOrder } from "@/lib/adoptions/store";
import { recordSignIn } from "@/lib/audit/sign-in-store";
import { changePet } from "@/lib/pets/changes/patch-store";
import { removePet } from "@/lib/pets/changes/record-store";
import { expectError, linkOf, walkPages } from "../support/answers";
import { newPet, sentApplication } from "../support/applications";
import { OPERATIONS, pathOf } from "../support/operations";
import { type Answer, newKey, newPerson, personToken, type SignedInPerson, suiteService } from "../support/service";

// What all lists have in common. The links of a page are tested with every sort in lib/values/cursor.test.ts.
const service = suiteService();
const AUTHOR = { kind: "operator" } as const;
const LISTS = OPERATIONS.filter(({ spec }) => Object.hasOwn(spec.query?.shape ?? {}, "cursor"));
const COUNT = 5;
let admin: SignedInPerson;
let petId: bigint;

/** Adds an entry to every list. */
async function addEntries(): Promise<void> {
  const change = { name: `Biscuit ${randomUUID()}` };
  await changePet({ author: AUTHOR, id: petId, ifMatch: null, change });
  await removePet(AUTHOR, (await newPet()).id, null);
  await placeOrder(AUTHOR, { petId: (await newPet()).id });
  await sentApplication();
  await newKey();
  await newPerson();
  await recordSignIn({ event: "signed_in", personId: admin.id });
}

beforeAll(async () => {
  admin = await newPerson("admin");
  petId = (await newPet()).id;
  for (let count = 0; count < COUNT; count++) await addEntries();
});

const Entries = z.array(z.looseObject({ id: z.unknown() }));
const Found = z.object({ pets: Entries });
/** The ids on a page. */
function idsOn({ json }: Answer): string[] {
  const entries = Array.isArray(json) ? Entries.parse(json) : Found.parse(json).pets;
  return entries.map(({ id }) => String(id));
}

describe.for(LISTS)("$method $route", ({ route }) => {
  const path = (query: string) => `${pathOf(route, { petId: String(petId) })}?${query}`;
  const get = (target: string) => service.call(`GET ${target}`, { key: personToken(admin, "admin") });

  test("paging visits every entry once, to the last and back, and new entries do not shift it", async () => {
    const first = await get(path("limit=4"));
    const all = idsOn(await get(path("limit=100")));
    expect(all.length).toBeGreaterThanOrEqual(COUNT);
    expect(idsOn(await get(path("")))).toEqual(all.slice(0, 20));
    const next = linkOf(first, "next");
    await addEntries();
    const caller = { ...service, call: (target: string) => get(target.replace("GET ", "")) };
    const { pages, last } = await walkPages(caller, `${next?.pathname}${next?.search}`, "next", idsOn);
    expect([...idsOn(first), ...pages.flat()]).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
    const back = await walkPages(caller, last, "prev", idsOn);
    expect(back.pages.toReversed().flat().slice(-all.length)).toEqual(all);
  });

  test("limit is 1 to 100, and a cursor comes from a link", async () => {
    for (const [query, rule] of [
      ["limit=0", "limit must be a whole number from 1 to 100"],
      ["limit=101", "limit must be a whole number from 1 to 100"],
      ["cursor=abc", "cursor must be one that this service gave"],
    ] as const)
      expectError(await get(path(query)), 400, "bad_request", rule);
  });
});
