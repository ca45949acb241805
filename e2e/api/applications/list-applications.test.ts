import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ApplicationCounts } from "@/lib/applications/counts";
import { Application, Applications } from "@/lib/applications/schema";
import { db } from "@/lib/database/client";
import { linkOf } from "../support/answers";
import { suiteApplications } from "../support/application-suite";
import { applicationBody, apply, expectSent, newPet, sentApplication } from "../support/applications";
import type { Answer } from "../support/service";

const { service, staff, change } = suiteApplications();

async function list(query: string): Promise<{ answer: Answer; ids: string[] }> {
  const answer = await service.call(`GET /v1/applications?${query}`, { key: staff().token });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return { answer, ids: Applications.parse(answer.json).map(({ id }) => id) };
}

describe("GET /v1/applications", () => {
  test("an entry has what the inbox shows, and no contact data", async () => {
    const pet = await newPet("Luna");
    const sent = await sentApplication(pet.id, {
      name: "Cy Pole",
      telephone: "12345",
      message: `Hello,\n${"🐾".repeat(200)}`,
    });
    const answer = await service.call(`GET /v1/applications?petId=${pet.id}`, { key: staff().token });
    expect(Applications.parse(answer.json)).toMatchObject([
      { id: sent.id, petId: pet.id, petName: "Luna", status: "new", name: "Cy Pole", isQuestion: true, version: "1" },
    ]);
    expect(answer.json).toMatchObject([{ excerpt: `Hello, ${"🐾".repeat(192)}…`, changedAt: sent.createdAt }]);
    expect(answer.text).not.toContain("home.example");
  });

  test("status, animal, handler and folder filter the list, in any combination", async () => {
    const [pet, other] = [await newPet(), await newPet()];
    const [first, second] = [await sentApplication(pet.id), await sentApplication(pet.id)];
    const { id: elsewhere } = await sentApplication(other.id);
    const spam = applicationBody(pet.id, { homepage: "https://spam.example" });
    expectSent(await apply(service, spam));
    await db().application.update({ where: { id: first.id }, data: { status: "talking", handledBy: staff().id } });
    const of = async (query: string) => (await list(`petId=${pet.id}&${query}`)).ids;
    expect(await of("status=talking")).toEqual([first.id]);
    expect(await of("status=new")).toEqual([second.id]);
    expect(await of("folder=inbox")).toEqual([second.id, first.id]);
    expect(await of("folder=suspicious")).toEqual([spam.id]);
    expect(await of(`handledBy=${staff().id}&status=talking`)).toEqual([first.id]);
    expect(await of(`handledBy=${staff().id}&status=new`)).toEqual([]);
    expect((await list(`petId=${other.id}`)).ids).toEqual([elsewhere]);
  });

  test("ongoing: to decide, or approved and not yet handed over", async () => {
    const [adopted, free] = [await newPet(), await newPet()];
    const [decided, waiting] = [await sentApplication(adopted.id), await sentApplication(free.id)];
    const ongoing = async (petId: bigint) => (await list(`petId=${petId}&ongoing=true`)).ids;
    expect([await ongoing(adopted.id), await ongoing(free.id)]).toEqual([[decided.id], [waiting.id]]);
    expect((await change(decided.id, { status: "approved" })).status).toBe(200);
    expect(await ongoing(adopted.id)).toEqual([decided.id]);
    await db().order.updateMany({ where: { petId: adopted.id }, data: { status: "completed" } });
    expect(await ongoing(adopted.id)).toEqual([]);
    expect((await change(waiting.id, { status: "declined" })).status).toBe(200);
    expect(await ongoing(free.id)).toEqual([]);
  });

  test("a search finds parts of names and addresses, in either order", async () => {
    const [pet, other] = [await newPet("Ünal Searched"), await newPet("Rex")];
    const { id: zoe } = await sentApplication(pet.id, { name: "Zoë Quick", email: "z@home.example" });
    const { id: percent } = await sentApplication(pet.id, { name: "100% Sure", email: "findme@home.example" });
    const { id: elsewhere } = await sentApplication(other.id, { name: "Zoe Elsewhere", email: "w@home.example" });
    const of = async (q: string, more = "") => (await list(`q=${encodeURIComponent(q)}${more}`)).ids;
    expect(await of("ZOE")).toEqual([elsewhere, zoe]);
    expect(await of("zoe", "&sort=oldest")).toEqual([zoe, elsewhere]);
    expect(await of("zoe", `&petId=${pet.id}`)).toEqual([zoe]);
    expect(await of("FindMe@")).toEqual([percent]);
    expect(await of("unal searched")).toEqual([percent, zoe]);
    expect(await of("0% s")).toEqual([percent]);
    expect(await of("_")).toEqual([]);
    const { answer } = await list("q=zoe&sort=oldest&limit=1");
    expect((await list(linkOf(answer, "next")?.search.slice(1) ?? "")).ids).toEqual([elsewhere]);
  });
});

describe("GET /v1/applications/counts", () => {
  const count = (petIds: string) =>
    service.call(`GET /v1/applications/counts?petIds=${petIds}`, { key: staff().token });

  test("open applications in the inbox are counted by animal, up to 100", async () => {
    const [asked, popular, alone] = [await newPet(), await newPet(), await newPet()];
    const sent = [await sentApplication(asked.id), await sentApplication(asked.id), await sentApplication(asked.id)];
    await db().application.update({ where: { id: sent[1]?.id ?? "" }, data: { status: "declined" } });
    await db().application.update({ where: { id: sent[2]?.id ?? "" }, data: { suspicious: true } });
    const { id } = await sentApplication(popular.id);
    const { number: _number, ...row } = await db().application.findUniqueOrThrow({ where: { id } });
    const copies = Array.from({ length: 100 }, () => ({ ...row, id: randomUUID(), status: "visit" as const }));
    await db().application.createMany({ data: copies });
    const answer = await count([asked, popular, alone, asked].map((pet) => pet.id).join());
    expect(answer, answer.text).toMatchObject({ status: 200 });
    expect(ApplicationCounts.parse(answer.json).toSorted((one, other) => Number(one.petId - other.petId))).toEqual([
      { petId: asked.id, count: 1, more: false },
      { petId: popular.id, count: 100, more: true },
    ]);
  });
});

describe("GET /v1/applications/{applicationId}", () => {
  test("the answer has what was sent, but no secret, and the version as ETag", async () => {
    const more = { email: "b@home.example", otherPets: "A cat" };
    const { secret, mayWithdraw: _may, ...sent } = await sentApplication(undefined, more);
    const answer = await service.call(`GET /v1/applications/${sent.id}`, { key: staff().token });
    expect(answer.headers.etag).toBe('"1"');
    const empty = { telephone: null, home: null, note: null, reply: null, suspicions: [], history: [] };
    expect(Application.parse(answer.json)).toMatchObject({ ...sent, ...more, ...empty, isQuestion: false });
    expect(answer.text).not.toContain(secret);
  });
});
