import { test } from "vitest";
import { suiteAdmin } from "../support/admin-suite";
import { changesOf } from "../support/records";
import { newPerson, personToken } from "../support/service";

const { service, record, token } = suiteAdmin("Ada");

const read = (name: string, id: string) =>
  record(name, `GET /v1/pets?ids=${id}&include=version,profile,care,waitsSince`);
const send = (name: string, target: string, version: number, body: object) =>
  service.call(target, {
    key: token(),
    ...(name && { record: name }),
    headers: { "if-match": `"${version}"` },
    body: JSON.stringify(body),
  });

test("an animal is added, edited and undone", async () => {
  await record("pets-none", "GET /v1/pets?q=Plain&include=profile&limit=20");
  const added = await record("pet-added", "POST /v1/pets", { name: "Plain", categoryId: 2, status: "available" });
  const id = added.headers.location?.split("/").at(-1) ?? "";
  await record("pets-plain", "GET /v1/pets?q=Plain&include=profile&limit=20");
  await read("pet", id);
  await send("pet-changed", `PATCH /v1/pets/${id}`, 1, { name: "Fancy", categoryId: 3, status: "pending" });
  const facts = { story: "Likes carrots.", breed: "Lop mix", sex: "female", energy: "low", adoptionFee: "120.50" };
  await send("profile-changed", `PATCH /v1/pets/${id}/profile`, 2, { ...facts, goodWith: { dogs: false } });
  await read("pet-edited", id);
  const [pet, told] = await changesOf(BigInt(id));
  await record("profile-undone", `POST /v1/changes/${told.set_id}/undo`);
  await record("pet-undone", `POST /v1/changes/${pet.set_id}/undo`);
  await read("pet-after-undo", id);
  await service.call(`DELETE /v1/pets/${id}`, { key: token(), headers: { "if-match": "*" } });
  await read("pet-gone", id);
});

test("changes are undone and set back in the history of an animal", async () => {
  const { headers } = await service.call("POST /v1/pets", { body: '{"name":"Plain","categoryId":2}', key: token() });
  const id = headers.location?.split("/").at(-1) ?? "";
  let version = 1;
  const change = (name: string, target: string, body: object) => send(name, target, version++, body);
  const tell = (story: string | null) => change("", `PATCH /v1/pets/${id}/profile`, { story });
  /** Records what the history shows, and returns the ids of its entries. */
  const history = async (name: string) => {
    await read(`${name}-pet`, id);
    await record(
      `${name}-returns`,
      `GET /v1/store/orders?limit=20&include=dates&status=returned&sort=changed&petId=${id}`,
    );
    const { json } = await record(name, `GET /v1/pets/${id}/history?limit=100`);
    return (json as { id: number }[]).map((entry) => entry.id);
  };
  await change("", `PATCH /v1/pets/${id}`, { name: "Fancy", categoryId: 3, status: "pending" });
  await tell("Likes carrots.");
  const [profile, fields] = await history("history");
  await record("history-profile-undone", `POST /v1/changes/${profile}/undo`);
  await history("history-undone");
  await service.call(`POST /v1/changes/${fields}/undo`, { key: token() });
  version += 2;
  await tell("First.");
  await tell("Second.");
  await history("history-told");
  await change("history-set-back", `PATCH /v1/pets/${id}/profile`, { story: "Likes carrots." });
  await history("history-back");
  const back = (await changesOf(BigInt(id))).at(-1);
  await record("history-back-undone", `POST /v1/changes/${back.set_id}/undo`);
  await history("history-second");
});

test("an animal is renamed", async () => {
  const { headers } = await service.call("POST /v1/pets", { body: '{"name":"Before","categoryId":2}', key: token() });
  const id = headers.location?.split("/").at(-1) ?? "";
  await read("before", id);
  await send("renamed", `PATCH /v1/pets/${id}`, 1, { name: "After" });
  await read("after", id);
});

test("two people edit an animal at once", async () => {
  const { headers } = await service.call("POST /v1/pets", { body: '{"name":"Shared","categoryId":2}', key: token() });
  const id = headers.location?.split("/").at(-1) ?? "";
  await read("shared", id);
  await service.call(`PATCH /v1/pets/${id}`, {
    key: personToken(await newPerson("staff", "Ben")),
    headers: { "if-match": "*" },
    body: '{"name":"Theirs","status":"pending"}',
  });
  await send("shared-stale", `PATCH /v1/pets/${id}`, 1, { name: "Mine" });
  await read("shared-theirs", id);
  await record("shared-history", `GET /v1/pets/${id}/history?limit=20`);
  await send("shared-mine", `PATCH /v1/pets/${id}`, 2, { name: "Mine" });
  await send("shared-told", `PATCH /v1/pets/${id}/profile`, 3, { story: "My story." });
  await read("shared-merged", id);
});
