import { expect, test } from "vitest";
import { readNewSince } from "@/lib/pets/list/arrival-store";
import { newPet } from "../support/applications";
import { asOwner, suiteService } from "../support/service";

suiteService();

test("an animal is new for seven days", async () => {
  const [older, newer] = [await newPet("Older"), await newPet("Newer")];
  const arrive = (id: bigint, days: number) =>
    asOwner(`UPDATE pets SET created_at = now() - interval '${days} days' WHERE id = ${id}`);
  await arrive(older.id, 7.1);
  await arrive(newer.id, 6.9);
  expect(await readNewSince()).toBe(newer.id);
});
