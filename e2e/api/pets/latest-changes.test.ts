import { describe, expect, test } from "vitest";
import { changePet } from "@/lib/pets/changes/patch-store";
import { createPet } from "@/lib/pets/store";
import { expectCommon, linkOf } from "../support/answers";
import { newPerson, personToken, suiteService } from "../support/service";

const service = suiteService();
const operator = { kind: "operator" } as const;
const add = async (name: string) => (await createPet(operator, { name, categoryId: 1n })).id;

async function get(target: string, key = service.key) {
  const answer = await service.call(`GET ${target}`, { key });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expectCommon(answer);
  return answer;
}

describe("GET /v1/pets/latest", () => {
  test("shows who added each animal, and only the newest change", async () => {
    const person = await newPerson();
    const [one, two] = [await add("Biscuit"), await add("Bella")];
    const author = { kind: "person", id: person.id } as const;
    for (const name of ["Bello", "Belinda"]) await changePet({ author, id: one, ifMatch: null, change: { name } });
    const history = await get(`/v1/pets/${one}/history?limit=1`);
    const [{ id: changeId, at }] = history.json as [{ id: bigint; at: string }];
    const { json } = await get(`/v1/pets/latest?ids=${one},${two},0`);
    const added = { at: expect.any(String), actor: { kind: "operator", name: null } };
    expect(json).toEqual([
      { id: two, added, changed: null },
      {
        id: one,
        added,
        changed: { id: changeId, at, actor: { kind: "person", name: expect.any(String) }, action: "changed" },
      },
    ]);
  });
});

describe("GET /v1/pets/removed", () => {
  test("lists removed animals page by page, without one that was restored", async () => {
    const token = personToken(await newPerson());
    const ids = [await add("A"), await add("B"), await add("C")];
    for (const id of ids) await service.call(`DELETE /v1/pets/${id}`, { key: token, headers: { "if-match": "*" } });
    const first = await get("/v1/pets/removed?limit=2");
    const [newest, next] = first.json as { id: bigint; changeId: bigint }[];
    expect(newest).toEqual({
      id: ids[2],
      name: "C",
      categoryId: 1n,
      status: "available",
      changeId: expect.any(BigInt),
      at: expect.any(String),
      actor: { kind: "person", name: expect.any(String) },
    });
    expect(next?.id).toBe(ids[1]);
    const second = await get(
      new URL(String(linkOf(first, "next"))).pathname + new URL(String(linkOf(first, "next"))).search,
    );
    expect(second.json).toMatchObject([{ id: ids[0] }]);

    const undone = await service.call(`POST /v1/changes/${newest?.changeId}/undo`);
    expect(undone.status).toBe(200);
    expect((await get("/v1/pets/removed?limit=1")).json).toMatchObject([{ id: ids[1] }]);
  });
});
