import { describe, expect, test } from "vitest";
import { encodeJson } from "@/lib/http/json";
import { getPet } from "@/lib/pets/store";
import { expectError } from "../support/answers";
import { newPet } from "../support/applications";
import { asOwner, suiteService } from "../support/service";
import { holdingTransaction, waiting } from "../support/transaction";

const service = suiteService();
const send = (changes: object[]) =>
  service.call("POST /v1/pets/batch", { body: encodeJson({ mode: "each", changes }) });

/** Sends changes whose connection ends while it waits for this animal. */
async function sendInterrupted(changes: object[], id: bigint) {
  const locked = { sql: "SELECT FROM pets WHERE id = $1 FOR UPDATE", values: [String(id)] };
  const { answered } = await holdingTransaction(locked, async () => {
    const answered = send(changes);
    await waiting(1);
    await asOwner(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return { answered };
  });
  return answered;
}

describe("a batch, when the database fails", () => {
  test("in the middle: what was done says so, and the rest can be sent again", async () => {
    const [first, second, third, fourth] = [await newPet(), await newPet(), await newPet(), await newPet()];
    await send([{ id: second.id, ifMatch: "1", name: "Bello" }]);
    const changes = [
      { id: first.id, ifMatch: "1", remove: true },
      { id: second.id, ifMatch: "2", undo: "2" },
      { id: third.id, ifMatch: "1", remove: true },
      { id: fourth.id, ifMatch: "1", name: "Caro" },
    ];
    const unavailable = { status: 503n, code: "unavailable", message: expect.stringMatching(/Send it again$/) };
    expect(await sendInterrupted(changes, second.id)).toMatchObject({
      status: 200,
      json: {
        results: [
          { id: first.id, status: 200n, version: "2" },
          { id: second.id, ...unavailable },
          { id: third.id, ...unavailable },
          { id: fourth.id, status: 200n, version: "2" },
        ],
      },
    });
    expect(await getPet(second.id)).toMatchObject({ name: "Bello" });
    expect(await getPet(third.id)).toMatchObject({ version: 1n });
    const done = { status: 200n };
    expect((await send(changes.slice(0, 3))).json).toMatchObject({ results: [done, done, done] });
  });

  test("before anything is decided: 503", async () => {
    const { id } = await newPet();
    expectError(await sendInterrupted([{ id, ifMatch: "1", remove: true }], id), 503, "unavailable");
  });
});
