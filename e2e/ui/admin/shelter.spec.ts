import { addPet, call } from "../support/calls";
import { expect, signIn, test } from "../support/service";

test("visitors see a changed shelter on every page, and a kind until its addition is undone", async ({
  page,
  service,
}) => {
  const path = `/animals/${await addPet(service, "Housemate")}`;
  const before = await call<object>(service, "/shelter");
  try {
    await signIn(page, service, "/staff/shelter");
    await page.getByLabel("Name of the shelter").fill("Newhaven – North");
    await page.getByLabel("Telephone").fill("+44 20 7946 0999");
    await page.getByLabel("Notes for adopters").fill("Adoption fee: 90 pounds");
    await page.getByLabel("About the shelter").fill("We began in a barn.\n\nVolunteers walk the dogs.");
    await page.getByRole("group", { name: "Wednesday" }).getByLabel("Opens").fill("07:15");
    const about = page.getByRole("region", { name: "About Newhaven – North" });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The shelter was changed.")).toBeVisible();
    await page.goto(path);
    await expect(page.locator("[data-part=fee]")).toHaveText("Adoption fee90 pounds");
    await expect(page.getByRole("contentinfo").getByText("+44 20 7946 0999")).toBeVisible();
    // A dash in the name does not shorten it in titles.
    await expect(page).toHaveTitle(/ – Newhaven – North$/);
    await page.goto(`${path}/apply`);
    const notes = page.getByRole("region", { name: "Good to know" });
    await expect(notes.getByRole("term")).toHaveText("Adoption fee");
    await expect(notes.getByRole("definition")).toHaveText("90 pounds");
    await page.getByRole("contentinfo").getByRole("link", { name: "About us" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Find a friend at Newhaven – North", {
      useInnerText: true,
    });
    await expect(about).toBeInViewport();
    await expect(about.locator("p")).toHaveText(["We began in a barn.", "Volunteers walk the dogs."]);
    for (const other of ["/feed.atom", "/privacy", `${path}/apply`, "/nothing-here"]) {
      const text = await (await page.request.get(other)).text();
      expect(text, other).toContain("Newhaven");
      expect(text, other).not.toContain("Pawhaven");
    }
    await page.goto("/staff/kinds");
    await page.getByRole("button", { name: "Add a kind" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Fennec");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const home = async () => (await fetch(service.origin)).text();
    await expect.poll(home).toContain("Fennecs");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(home).not.toContain("Fennecs");
  } finally {
    await call(service, "/shelter", { method: "PUT", body: before });
  }
});
