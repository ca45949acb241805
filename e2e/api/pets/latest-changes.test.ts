import { describe, expect, test } from "vitest";
import { changePet } from "@/lib/pets/changes/patch-store";
import { createPet } from "@/lib/pets/store";
import { expectCommon } from "../support/answers";
import { newPerson, suiteService } from "../support/service";

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
