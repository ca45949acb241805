import { expect, test } from "vitest";
import { suiteAdmin } from "../support/admin-suite";
import { sentApplication } from "../support/applications";
import { changesOf } from "../support/records";
import { newPerson, personToken } from "../support/service";

const { record } = suiteAdmin("Ada");

const undo = async (name: string, petId: number) =>
  record(name, `POST /v1/changes/${(await changesOf(BigInt(petId))).at(-1).set_id}/undo`);

/** Records a page of the list, and what its polls read. */
async function list(name: string, query = "") {
  await record(`${name}-versions`, `GET /v1/pets?limit=25&include=version${query}`);
  const { text } = await record(name, `GET /v1/pets?limit=25&include=profile%2Cversion%2CarrivedAt%2Ccare${query}`);
  return (JSON.parse(text) as { id: number }[]).map(({ id }) => id).join(",");
}

async function besides(name: string, ids: string) {
  await record(`${name}-latest`, `GET /v1/pets/latest?ids=${ids}`);
  await record(`${name}-applicants`, `GET /v1/applications/counts?petIds=${ids}`);
}

async function add(name: string, categoryId: number, facts?: object): Promise<number> {
  const { headers } = await record(null, "POST /v1/pets", { name, categoryId });
  const id = Number(headers.location?.split("/").at(-1));
  if (facts) await record(null, `PATCH /v1/pets/${id}/profile`, facts, { ifMatch: 1 });
  return id;
}

test("staff find, change, edit and remove animals", async () => {
  await list("desk-empty");
  await record("desk-empty-counts", "GET /v1/pets/counts");
  const cell = await add("Cell", 1, { story: "Grew up with a zottelhund." });
  const quiet = await add("Quiet", 1, { breed: "Zottelhund mix" });
  const shared = await add("Shared", 2);
  const saved = await add("Bartholomew-Maximilian-the-Third-of-Upper-Something-and-Elsewhere", 2);
  const wanted = await add("Wanted", 3);
  await sentApplication(BigInt(wanted), { name: "Vera Applies" });

  await besides("desk", await list("desk"));
  await record("desk-counts", "GET /v1/pets/counts");
  await besides("desk-found", await list("desk-found", "&text=zottel"));
  await besides("desk-by-name", await list("desk-by-name", "&sort=name"));
  await list("desk-none", "&text=Ponies");
  for (const [name, id] of Object.entries({ cell, quiet, shared, saved, wanted }))
    await record(`sheet-${name}`, `GET /v1/pets?ids=${id}&include=version,profile,care,arrivedAt`);

  await record("cell-pending", `PATCH /v1/pets/${cell}`, { status: "pending" }, { ifMatch: 2 });
  await list("desk-pending");
  await undo("cell-undone", cell);
  await list("desk-undone");

  const ben = personToken(await newPerson("staff", "Ben"));
  await record(null, `PATCH /v1/pets/${shared}`, { status: "sold" }, { key: ben, ifMatch: "*" });
  await record("shared-refused", `PATCH /v1/pets/${shared}`, { status: "pending" }, { ifMatch: 1 });
  await record("shared-current", `GET /v1/pets?ids=${shared}&include=version,profile,care,arrivedAt`);
  await list("desk-collided");

  await record(null, `PATCH /v1/pets/${saved}`, { name: "Short" }, { ifMatch: 1 });
  const asked = await record("wanted-asked", `PATCH /v1/pets/${wanted}`, { status: "sold" }, { ifMatch: 1 });
  const { confirm } = asked.json as { confirm: string };
  await record("wanted-adopted", `PATCH /v1/pets/${wanted}`, { status: "sold" }, { ifMatch: 1, confirm });
  await list("desk-adopted");

  await record("quiet-removed", `DELETE /v1/pets/${quiet}`, undefined, { ifMatch: 2 });
  await besides("desk-removed", await list("desk-removed"));
  await record("removed-list", "GET /v1/pets/removed?limit=25");
  expect(await undo("quiet-restored", quiet)).toMatchObject({ status: 200 });
  await list("desk-restored");
  await record("removed-none", "GET /v1/pets/removed?limit=25");
});
