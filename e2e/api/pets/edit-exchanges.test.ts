import { test } from "vitest";
import { suiteAdmin } from "../support/admin-suite";
import { changesOf } from "../support/records";
import { newPerson, personToken } from "../support/service";

const { record } = suiteAdmin("Ada");

const read = (name: string, id: string) =>
  record(name, `GET /v1/pets?ids=${id}&include=version,profile,care,arrivedAt`);
const send = (name: string | null, target: string, ifMatch: number, body: object) =>
  record(name, target, body, { ifMatch });
/** Adds an animal. Returns its id. */
async function add(name: string, sentAs: string | null = null): Promise<string> {
  const pet = { name, categoryId: 2, status: "available" };
  const { headers } = await record(sentAs, "POST /v1/pets", pet);
  return headers.location?.split("/").at(-1) ?? "";
}

test("an animal is added, edited and undone", async () => {
  await record("pets-none", "GET /v1/pets?q=Plain&include=profile&limit=20");
  const id = await add("Plain", "pet-added");
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
  await record(null, `DELETE /v1/pets/${id}`, undefined, { ifMatch: "*" });
  await read("pet-gone", id);
});

test("changes are undone and set back in the history of an animal", async () => {
  const id = await add("Plain");
  let version = 1;
  const change = (name: string | null, target: string, body: object) => send(name, target, version++, body);
  const tell = (story: string | null) => change(null, `PATCH /v1/pets/${id}/profile`, { story });
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
  await change(null, `PATCH /v1/pets/${id}`, { name: "Fancy", categoryId: 3, status: "pending" });
  await tell("Likes carrots.");
  const [profile, fields] = await history("history");
  await record("history-profile-undone", `POST /v1/changes/${profile}/undo`);
  await history("history-undone");
  await record(null, `POST /v1/changes/${fields}/undo`);
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
  const id = await add("Before");
  await read("before", id);
  await send("renamed", `PATCH /v1/pets/${id}`, 1, { name: "After" });
  await read("after", id);
});

test("two people edit an animal at once", async () => {
  const id = await add("Shared");
  await read("shared", id);
  const key = personToken(await newPerson("staff", "Ben"));
  await record(null, `PATCH /v1/pets/${id}`, { name: "Theirs", status: "pending" }, { key, ifMatch: "*" });
  await send("shared-stale", `PATCH /v1/pets/${id}`, 1, { name: "Mine" });
  await read("shared-theirs", id);
  await record("shared-history", `GET /v1/pets/${id}/history?limit=20`);
  await send("shared-mine", `PATCH /v1/pets/${id}`, 2, { name: "Mine" });
  await send("shared-told", `PATCH /v1/pets/${id}/profile`, 3, { story: "My story." });
  await read("shared-merged", id);
});
