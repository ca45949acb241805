import pg from "pg";
import { expect, test, vi } from "vitest";
import { changeOrderAndApplications } from "@/lib/applications/effects-store";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { placeOrder } from "@/lib/orders/store";
import { newPet, sentApplication, WITH_MAIL } from "../support/applications";
import { suiteService } from "../support/service";

suiteService({ environment: WITH_MAIL });
const OPERATOR = { kind: "operator" } as const;

/** Completes an order for an animal with this many applicants, and returns how many statements that takes. */
async function statementsFor(applicants: number): Promise<number> {
  const { id: petId } = await newPet();
  const { id } = await sentApplication(petId);
  // The others get the first one's stored secret, as if AUTH_SECRET had changed.
  await pool().query(
    `INSERT INTO applications (id, pet_id, suspicious, name, email, message, secret_hash, created_at, changed_at)
     SELECT gen_random_uuid(), pet_id, false, name, email, message, secret_hash, created_at, changed_at
     FROM applications, generate_series(2, $2::int) WHERE id = $1`,
    [id, applicants],
  );
  const order = await placeOrder(OPERATOR, { petId });
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await changeOrderAndApplications(OPERATOR, order.id, "complete");
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
    const stored = await db().application.findMany({ where: { petId }, select: { id: true, status: true } });
    expect(stored.map(({ status }) => status)).toEqual(Array(applicants).fill("declined"));
    const about = { in: stored.map((application) => `application:${application.id}`) };
    expect(await db().mail.count({ where: { about, template: "pet_adopted" } })).toBe(applicants);
  }
}

test("an adoption declines 300 applications, with mails, in about as many statements as 3", async () => {
  const [few, many] = [await statementsFor(3), await statementsFor(300)];
  expect(few).toBeGreaterThan(5);
  // A few of them may be the use of keys, which is written once a second.
  expect(many).toBeLessThan(few + 10);
});
