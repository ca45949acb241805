import { expect, test } from "vitest";
import { placeOrder } from "@/lib/adoptions/store";
import { newPet, sentApplication } from "../support/applications";
import { newPerson, personToken, suiteService } from "../support/service";
import { holdingTransaction, waiting } from "../support/transaction";

const service = suiteService();

test.each([
  ["four searches for animals", "/v1/pets", 4],
  ["two searches for orders", "/v1/store/orders", 2],
  ["two searches for applications", "/v1/applications", 2],
])("at most %s run at a time and leave connections to others, while the rest wait", async (_what, path, max) => {
  // A search for orders or applications reads the animal of each.
  const { id: petId } = await newPet();
  const key = personToken(await newPerson());
  await placeOrder({ kind: "service" }, { petId });
  await sentApplication(petId);
  const searches = await holdingTransaction({ sql: "LOCK TABLE pets IN ACCESS EXCLUSIVE MODE" }, async () => {
    const calls = Array.from({ length: 9 }, (_, index) => service.call(`GET ${path}?q=name${index}`, { key }));
    await waiting(max);
    // This takes an ordinary connection, after the searches have arrived.
    expect((await service.call("GET /v1/shelter")).status).toBe(200);
    await waiting(max);
    return calls;
  });
  for (const answer of await Promise.all(searches)) expect(answer.status).toBe(200);
});
