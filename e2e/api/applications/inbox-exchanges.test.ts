import { expect, test } from "vitest";
import { setClock } from "@/lib/process/clock";
import { DAY_MS, HOUR_MS } from "@/lib/values/time";
import { suiteAdmin } from "../support/admin-suite";
import { newPet, sentApplication } from "../support/applications";

const { service, admin, token, record, refuse } = suiteAdmin("Ada");
const list = (query: string) => `GET /v1/applications?limit=20&${query}`;

/** Records what the overview and the inbox read. */
async function recordAll(name: string, me: string): Promise<void> {
  await record(`${name}-open`, list("ongoing=true"));
  await record(`${name}-mine`, list(`handledBy=${me}`));
  await record(`${name}-counts`, "GET /v1/overview");
  await record(`${name}-orders`, "GET /v1/store/orders?limit=100&status=open&sort=shipDate");
  await record(`${name}-to-tell`, list("toTell=true&sort=oldest"));
  await record(`${name}-fresh`, list("status=new&sort=oldest"));
  await record(`${name}-talking`, list(`status=talking&handledBy=${me}&sort=oldest`));
  await record(`${name}-visit`, list(`status=visit&handledBy=${me}&sort=oldest`));
}

test("an inbox that is empty, and one with applications", async () => {
  await recordAll("nothing", admin().id);
  const sent = async (days: number, name: string, petName: string, more: object = { home: "A house." }) => {
    setClock(() => Date.now() - days * DAY_MS);
    const { id: petId } = await newPet(petName);
    const { id } = await sentApplication(petId, { name, email: "ada@home.example", ...more });
    setClock(null);
    return { id, petId };
  };
  const change = async (id: string, body: object) =>
    expect(
      await service.call(`PATCH /v1/applications/${id}`, {
        key: token(),
        headers: { "if-match": "*" },
        body: JSON.stringify(body),
      }),
    ).toMatchObject({ status: 200 });
  const overdue = await sent(9, "Iris Overdue", "Aspen");
  const mine = await sent(3, "Wanda Mine", "Briar");
  await change(mine.id, { status: "talking", handledBy: admin().id });
  const untold = await sent(2, "Theo Untold", "Clover");
  await change(untold.id, { status: "declined", toTell: true });
  const adopting = await sent(2, "Otis Adopting", "Dahlia");
  const shipDate = new Date(Date.now() - 2 * DAY_MS - 6 * HOUR_MS).toISOString();
  await change(adopting.id, { status: "approved", shipDate });
  const fresh = await sent(0, `${"Long".repeat(20)} שלום 🐾`, "Elder", {});
  expect(await refuse("POST /v1/store/orders", { petId: Number(fresh.petId) })).toMatchObject({ status: 201 });
  const ids = [overdue, mine, adopting, fresh].map(({ petId }) => petId).join("%2C");
  await record("inbox-pets", `GET /v1/pets?ids=${ids}&limit=100&include=profile%2Cversion`);
  await record("inbox-due-pet", `GET /v1/pets?ids=${adopting.petId}&limit=100&include=profile%2Cversion`);
  await record("inbox-untold-pet", `GET /v1/pets?ids=${untold.petId}&limit=100&include=profile%2Cversion`);
  await recordAll("inbox", admin().id);
  const [{ id: order }] = JSON.parse(
    (await service.call(`GET /v1/store/orders?petId=${adopting.petId}`, { key: token() })).text,
  );
  await record("inbox-adopter", `GET /v1/applications?limit=100&orderIds=${order}`);
});
