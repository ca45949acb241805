import { expect, test } from "vitest";
import { KeySecret } from "@/lib/keys/schema";
import { flushUsage } from "@/lib/keys/usage-store";
import { suiteAdmin } from "../support/admin-suite";
import { newPerson } from "../support/service";

const { service, record, call } = suiteAdmin("Ada");
const reader = { plan: "free", scopes: ["pets:read"] };

test("an admin creates a key, and changes, rotates and revokes it", async () => {
  // The suite's own key.
  await service.call("GET /v1/pets?limit=1");
  await flushUsage();
  await record("keys-before", "GET /v1/keys");
  const made = JSON.parse((await record("key-created", "POST /v1/keys", { name: "Website", ...reader })).text);
  await record("keys", "GET /v1/keys");
  const one = `/v1/keys/${made.id}`;
  await record("key", `GET ${one}`);
  const change = { name: "Web shop", plan: "pro", expiresAt: "2089-01-31T23:59:59.000Z" };
  await record("key-changed", `PATCH ${one}`, change);
  await record("key-after-change", `GET ${one}`);
  await record("key-rotated", `POST ${one}/rotate`, { graceHours: 24 });
  await record("key-after-rotation", `GET ${one}`);
  await record("key-ended-earlier", `POST ${one}/end-earlier`, {});
  await record("key-revoked", `POST ${one}/revoke`, {});
  await record("key-after-revocation", `GET ${one}`);
  await record("key-unknown", "GET /v1/keys/key_00000000000000000000");
});

test("a rotation is sent again after its answer was lost", async () => {
  const { id } = await call("POST /v1/keys", KeySecret, { name: "Website", ...reader }, 201);
  const rotate = (name: string | null) =>
    record(name, `POST /v1/keys/${id}/rotate`, { graceHours: 24 }, { "idempotency-key": "turn" });
  expect(await rotate(null)).toMatchObject({ status: 200 });
  await rotate("key-rotated-before");
});

test("a member of staff may not create keys", async () => {
  const { token: key } = await newPerson("staff");
  await record("key-forbidden", "POST /v1/keys", { name: "Website", ...reader }, { key });
});
