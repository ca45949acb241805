import { expectAccessible } from "../support/accessibility";
import { expect, newColleague, openSettings, signIn, test } from "../support/service";
import { callAs } from "../support/staff-calls";

test("the audit shows who did what, and its filters are in the URL", async ({ page, service, browser }) => {
  const yara = await newColleague(browser, service, ["yara@shelter.example", "--name", "Yara Stone"]);
  await yara.context().close();
  await signIn(page, service);
  await openSettings(page, "Changes");
  const subject = (name: string) => page.getByRole("navigation", { name: "Subject" }).getByRole("link", { name });
  await subject("Settings").click();
  const rows = page.getByRole("row", { name: /Yara Stone/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("Yara Stonechanged their own password");
  await expect(rows.nth(0)).toContainText(/just now|ago/);
  await expect(rows.nth(1)).toContainText("The command lineadded Yara Stone as staffyara@shelter.example");
  await page.getByLabel("Who").selectOption("yara@shelter.example");
  await expect(rows).toHaveCount(1);
  // Another subject keeps the person, by the name that its list has for them.
  await subject("Adoptions").click();
  await expect(page).toHaveURL(/\?about=orders&who=person%3A[\w-]+$/);
  await subject("Settings").click();
  await expect(page).toHaveURL(/\?about=settings&who=yara%40shelter\.example$/);
  // Sign-ins are so many that they have their own list.
  await subject("Sign-ins").click();
  await expect(page).toHaveURL(/\?about=sign_ins&who=yara%40shelter\.example$/);
  await expect(rows).toHaveText([/Yara Stonesigned in/]);
  await subject("Settings").click();
  await page.getByLabel("What").selectOption("Mail");
  await expect(page).toHaveURL(/\?about=settings&who=yara%40shelter\.example&what=mail$/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/staff\/changes\?about=settings$/);

  // Animals, applications and adoptions have their own lists, with names instead of ids.
  const [pet] = await callAs<{ id: number }>(page, [
    { path: "/pets", method: "POST", body: { name: "Traced", categoryId: 1 } },
  ]);
  await callAs(page, [{ path: "/store/orders", method: "POST", body: { petId: pet?.id } }]);
  await subject("Adoptions").click();
  const traced = page.getByRole("row").filter({ hasText: "Traced: started an adoption" });
  await expect(traced).toContainText(/just now|ago/);
  await expectAccessible(page);
  await subject("Animals").click();
  await expect(traced).toContainText("Available → Pending");
  await page.getByLabel("Who").selectOption("The command line");
  await expect(page.getByText("No change matches these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/staff\/changes\?about=pets$/);
  // They are all in one list, too.
  await subject("All").click();
  await expect(page.getByRole("row").nth(1)).toContainText("Traced: started an adoption");
  await expect(page.getByRole("row").nth(2)).toContainText("added Traced");
  await expect(page.getByRole("row", { name: "Traced" })).toHaveCount(2);
  await expect(page.getByRole("row", { name: /yara@shelter\.example/ }).first()).toBeVisible();
  // Those of one person, from the lists and from the audit. Another subject keeps the person.
  await page.getByLabel("Who").selectOption({ label: "Yara Stone" });
  await expect(page.getByRole("row").nth(1)).toContainText("changed their own password");
  await expect(page.getByText("1 change that matches")).toBeVisible();
  await subject("Animals").click();
  await expect(page.getByText("No change matches these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(traced).toHaveCount(1);
  await traced.getByRole("link", { name: "Traced" }).click();
  await expect(page.getByRole("dialog", { name: "History of Traced" })).toBeVisible();
});

test("a button loads older audit entries", async ({ page, service }) => {
  await signIn(page, service);
  const { output } = await service.launcher.runToEnd(["staff", "add", "often@shelter.example"]);
  expect(output).toContain("often@shelter.example");
  await page.evaluate(async () => {
    const { token } = await (await fetch("/browser-token")).json();
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const people: { id: string; email: string }[] = await (await fetch("/v1/people", { headers })).json();
    const id = people.find(({ email }) => email === "often@shelter.example")?.id;
    for (let index = 0; index < 101; index++) {
      const body = JSON.stringify({ role: index % 2 === 0 ? "admin" : "staff" });
      const { status } = await fetch(`/v1/people/${id}`, { method: "PATCH", headers, body });
      if (status !== 200) throw new Error(`status ${status}`);
    }
  });
  await page.goto("/staff/changes?about=settings");
  const rows = page.getByRole("row", { name: /often@shelter\.example/ });
  await expect(rows).toHaveCount(50);
  await expect(page.getByText(/The latest \d+ changes$/)).toBeVisible();
  await page.getByLabel("What").selectOption("People");
  await expect(page.getByText(/The latest \d+ changes that match/)).toBeVisible();
  await page.getByRole("button", { name: "Older changes" }).click();
  await expect(rows).toHaveCount(100);
  const older = page.getByRole("button", { name: "Older changes" });
  await older.click();
  await expect(older).toHaveCount(0);
  await expect(rows.last()).toContainText("The command lineadded Often as staffoften@shelter.example");
  await expect(page.getByRole("region", { name: "Changes" })).toBeFocused();
});

test("the changes of one animal are found by its name, on a phone too, and its filter is in the URL", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const add = (name: string) => ({ path: "/pets", method: "POST", body: { name, categoryId: 1 } });
  const [pet, other] = await callAs<{ id: number }>(page, [add("Ottokar"), add("Ottoline")]);
  await callAs(page, [
    { path: `/pets/${pet?.id}`, method: "PATCH", ifMatch: "*", body: { status: "pending" } },
    { path: `/pets/${other?.id}`, method: "PATCH", ifMatch: "*", body: { status: "pending" } },
  ]);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/staff/changes");
  const animal = page.getByLabel("Animal", { exact: true });
  const rows = page.getByRole("row").filter({ hasText: /Otto/ });
  await expect(rows).not.toHaveCount(0);
  await animal.fill("ottok");
  await page.getByRole("option", { name: "Ottokar" }).click();
  await expect(page).toHaveURL(new RegExp(`/staff/changes\\?petId=${pet?.id}$`));
  await expect(rows).toHaveText([/Ottokar: changed status/, /added Ottokar/]);
  await expect(page.getByText("2 changes that match")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(animal).toHaveValue(/Ottokar.*, Dog/);
  await expect(rows).toHaveCount(2);

  // Other histories keep the animal. The audit has none.
  await page.setViewportSize({ width: 1280, height: 800 });
  const subject = (name: string) => page.getByRole("navigation", { name: "Subject" }).getByRole("link", { name });
  await subject("Adoptions").click();
  await expect(page.getByText("No change matches these filters.")).toBeVisible();
  await subject("Animals").click();
  await expect(rows).toHaveCount(2);
  await expect(subject("Settings")).toHaveAttribute("href", "/staff/changes?about=settings");

  // A text that is no name filters nothing, and says so once the field is left.
  await animal.fill("Ottokarissimo");
  await expect(page.getByText("No animal has this name.")).toBeVisible();
  await expect(page).toHaveURL(/\?about=pets$/);
  await animal.press("Tab");
  await expect(animal).toHaveAccessibleDescription("Choose an animal from the list.");
  await animal.fill("ottol");
  await page.getByRole("option", { name: "Ottoline" }).click();
  await expect(rows).toHaveText([/Ottoline: changed status/, /added Ottoline/]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/staff\/changes\?about=pets$/);
  await expect(animal).toHaveValue("");
});
