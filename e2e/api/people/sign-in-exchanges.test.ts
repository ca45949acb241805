import { expect, test } from "vitest";
import { db } from "@/lib/database/client";
import { setClock } from "@/lib/process/clock";
import { addStaff, newAddress, suiteSignIn } from "../support/sign-in-suite";

const { service } = suiteSignIn();

function signIn(record: string | undefined, email: string, password: string) {
  const call = { key: null, headers: { origin: service.origin }, body: JSON.stringify({ email, password }) };
  return service.call("POST /api/auth/sign-in/email", { ...call, ...(record !== undefined && { record }) });
}

test("signing in: with a wrong password, with the right one, and too often", async () => {
  const { id, password } = await addStaff();
  const email = "ada@shelter.example";
  await db().user.update({ where: { id }, data: { email, name: "Ada" } });
  const time = Date.now();
  setClock(() => time);
  await signIn("sign-in-wrong", email, "not the password");
  expect(await signIn("signed-in", email, password)).toMatchObject({ status: 200 });
  for (let tries = 0; tries < 10; tries++) await signIn(undefined, newAddress(), "not the password");
  expect(await signIn("sign-in-limited", email, "not the password")).toMatchObject({ status: 429 });
});

test("a token that has ended", async () => {
  const call = { key: "ended", record: "signed-out" };
  expect(await service.call("GET /v1/applications", call)).toMatchObject({ status: 401 });
});
