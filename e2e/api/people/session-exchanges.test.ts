import { expect, test } from "vitest";
import { db } from "@/lib/database/client";
import { addStaff, suiteSignIn } from "../support/sign-in-suite";

const { service } = suiteSignIn();

test("a session ends, and is renewed by signing in again", async () => {
  expect(await service.call("GET /v1/people", { key: "ended", record: "session-ended" })).toMatchObject({
    status: 401,
  });
  const [{ id, password }, email] = [await addStaff(), "ada@shelter.example"];
  await db().user.update({ where: { id }, data: { email, name: "Ada" } });
  const body = JSON.stringify({ email, password });
  const call = { key: null, headers: { origin: service.origin }, body, record: "session-renewed" };
  expect(await service.call("POST /api/auth/sign-in/email", call)).toMatchObject({ status: 200 });
});
