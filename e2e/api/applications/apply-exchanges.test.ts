import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { setClock } from "@/lib/process/clock";
import { suiteAdmin } from "../support/admin-suite";
import { asVisitor, newPet } from "../support/applications";

const { service, record } = suiteAdmin("Ada");

/** What the form sends. */
const filledIn = (petId: bigint) => ({
  id: randomUUID(),
  petId: Number(petId),
  name: "Ada Marlowe",
  email: "ada@home.example",
  message: "We have a sofa.",
  home: "A house with a garden",
  consent: true,
  homepage: "",
  formToken: "made",
  retryToken: randomUUID(),
});

test("staff enter an application", async () => {
  const { id } = await newPet();
  expect(await record("application-entered", "POST /v1/applications", filledIn(id))).toMatchObject({ status: 201 });
});

test("an application for an animal that was adopted meanwhile is refused", async () => {
  const { id } = await newPet("Biscuit", "sold");
  expect(await record("application-taken", "POST /v1/applications", filledIn(id))).toMatchObject({ status: 409 });
});

test("after twenty applications, an address has to wait", async () => {
  setClock(() => Date.UTC(2030, 0, 31, 12));
  const { id } = await newPet();
  const { key } = asVisitor();
  const apply = (name?: string) =>
    service.call("POST /v1/applications", {
      key,
      body: JSON.stringify({ ...filledIn(id), ...(!name && { email: `${randomUUID()}@home.example` }) }),
      ...(name !== undefined && { record: name }),
    });
  for (let sent = 0; sent < 20; sent++) expect(await apply()).toMatchObject({ status: 201 });
  expect(await apply("application-limited")).toMatchObject({ status: 429 });
});
