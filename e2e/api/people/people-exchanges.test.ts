import { test } from "vitest";
import { suiteAdmin } from "../support/admin-suite";

const { record, refuse } = suiteAdmin("Ada");
const invite = (email: string) => ({ email, role: "staff" });

test("an admin invites somebody, and changes them", async () => {
  await record("people-alone", "GET /v1/people");
  await record("person-taken", "POST /v1/people/invitations", invite("ada@shelter.example"));
  await record("person-invited", "POST /v1/people/invitations", invite("anna@shelter.example"));
  const people = await record("people", "GET /v1/people");
  const anna = JSON.parse(people.text).find(({ name }: { name: string }) => name === "Anna");
  await record("person-link-renewed", `POST /v1/people/${anna.id}/invitation`, {});
  const change = async (name: string, list: string, body: object) => {
    await record(name, `PATCH /v1/people/${anna.id}`, body);
    await record(list, "GET /v1/people");
  };
  await change("person-made-admin", "people-with-admin", { role: "admin" });
  await change("person-made-staff", "people-with-staff", { role: "staff" });
  await change("person-renamed", "people-renamed", { name: "Anna van Dyk" });
  await change("person-disabled", "people-disabled", { disabled: true });
  await refuse("POST /v1/people", { email: "mara@shelter.example", name: "Mara", role: "staff" });
  const added = await record("people-with-password", "GET /v1/people");
  const mara = JSON.parse(added.text).find(({ name }: { name: string }) => name === "Mara");
  await record("person-signed-out", `DELETE /v1/people/${mara.id}/sessions`);
  await record("person-new-password", `POST /v1/people/${mara.id}/password`, {});
  await record("person-with-password-disabled", `PATCH /v1/people/${mara.id}`, { disabled: true });
  await record("people-with-password-disabled", "GET /v1/people");
});
