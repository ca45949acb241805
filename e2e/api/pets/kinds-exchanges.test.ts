import { expect, test } from "vitest";
import { suiteAdmin } from "../support/admin-suite";

const { record } = suiteAdmin("Ada");

test("an admin adds and renames a kind", async () => {
  await record("kinds", "GET /v1/categories");
  const ferret = { name: "Ferret", picture: "hamster", words: ["ferrets", "polecat"] };
  const { location } = (await record("kind-added", "POST /v1/categories", ferret)).headers;
  await record("kinds-with-ferret", "GET /v1/categories");
  expect((await record("kind-taken", "POST /v1/categories", { ...ferret, name: "ferret" })).status).toBe(409);
  const renamed = await record("kind-renamed", `PATCH ${location}`, { name: "Furo", plural: "furos" });
  expect(renamed.status).toBe(200);
  await record("kinds-renamed", "GET /v1/categories");
});
