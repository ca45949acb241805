import { expect, test } from "vitest";
import { mapDays } from "@/lib/shelter/hours";
import { suiteAdmin } from "../support/admin-suite";

const { record, refuse } = suiteAdmin("Ada");
const PERIOD = { opens: "09:00", closes: "17:00" };
const SHELTER = {
  name: "Pawhaven",
  street: "1 Kennel Lane",
  postalCode: "AB1 2CD",
  city: "Barking",
  country: "United Kingdom",
  telephone: "+44 20 7946 0123",
  email: "hello@pawhaven.example",
  openingHours: { days: mapDays((day) => (day === "monday" ? [] : [PERIOD])), exceptions: [], note: null },
  replyDays: 3,
  adoptionNotes: "Adoption fee: 90 pounds",
  about: "We take in animals.",
  currency: null,
};
const put = (name: string, change: object, ifMatch: number) =>
  record(name, "PUT /v1/shelter", { ...SHELTER, ...change }, { ifMatch });

test("two admins change the shelter", async () => {
  expect((await refuse("PUT /v1/shelter", SHELTER)).status).toBe(200);
  await record("shelter", "GET /v1/shelter");
  const moved = await put("shelter-moved", { city: "Little Newham" }, 2);
  const back = await record("shelter-moved-back", `POST /v1/changes/${moved.headers["change-set"]}/undo`);
  expect(back.status).toBe(200);
  await record("shelter-after-undo", "GET /v1/shelter");
  await refuse("PUT /v1/shelter", { ...SHELTER, city: "Elsewhere", telephone: "+44 20 7946 0997" });
  const mine = { telephone: "+44 20 7946 0996", street: "1 Farm Lane" };
  expect((await put("shelter-collision", mine, 2)).status).toBe(412);
  await record("shelter-after-others", "GET /v1/shelter");
  await put("shelter-mine", { city: "Elsewhere", street: "1 Farm Lane", telephone: "+44 20 7946 0997" }, 5);
});
