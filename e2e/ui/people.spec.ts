import { expect, openSettings, signIn, test } from "./service";

test.describe("people and the audit", () => {
  test("adding, promoting and disabling a person is in the audit, with the actor", async ({
    page,
    service,
    browser,
  }) => {
    await signIn(page, service);
    await page.goto("/staff/people");
    await page.getByLabel("E-mail").fill("not an address");
    await page.getByRole("button", { name: "Add person" }).click();
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription("It must be an e-mail address.");
    await page.getByLabel("E-mail").fill("Vera@Shelter.example");
    await page.getByRole("button", { name: "Add person" }).click();
    const password = await page.getByRole("textbox", { name: "One-time password of" }).inputValue();

    const vera = page.getByRole("listitem", { name: "vera@shelter.example" });
    await expect(vera).toContainText("has a one-time password");
    await vera.getByRole("button", { name: "Make admin" }).click();
    await expect(vera).toContainText("Admin");
    await vera.getByRole("button", { name: "Make staff" }).click();
    await expect(vera).toContainText("Staff");

    const theirs = await browser.newContext({ baseURL: service.origin });
    const other = await theirs.newPage();
    await other.goto("/staff/animals");
    await other.getByLabel("E-mail").fill("vera@shelter.example");
    await other.getByLabel("Password").fill(password);
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.getByLabel("One-time password").fill(password);
    await other.getByLabel("New password").fill("a password of my own");
    await other.getByRole("button", { name: "Save password" }).click();
    await expect(other.getByRole("heading", { name: "Add an animal" })).toBeVisible();
    await expect(other.getByRole("button", { name: "Settings" })).toHaveCount(0);
    await other.goto("/staff/keys");
    await expect(other.getByText("Only admins can see this page.")).toBeVisible();

    await vera.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
    await expect(vera).toContainText("Disabled");
    await expect(vera).toBeFocused();
    await other.goto("/staff/animals");
    await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await theirs.close();

    await openSettings(page, "Changes");
    const rows = page.getByRole("row", { name: /vera@shelter\.example/ });
    // Added, two roles, signed in, a password of their own, disabled.
    await expect(rows).toHaveCount(6);
    await expect(rows.nth(1)).toContainText("vera@shelter.examplechanged their own password");
    await expect(rows.nth(2)).toContainText("vera@shelter.examplesigned in");
    await expect(rows.first()).toContainText(`${service.staff.email}disabled vera@shelter.example`);
    await page.getByLabel("Who").selectOption("vera@shelter.example");
    await expect(rows).toHaveCount(2);
    await page.getByLabel("What").selectOption("Signing in and out");
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/\?who=vera%40shelter\.example&what=sign_ins$/);
    await page.getByLabel("What").selectOption("Mail");
    await page.getByRole("button", { name: "Show all changes" }).click();
    await expect(page).toHaveURL(/\/staff\/changes$/);
    await expect(page.getByRole("cell", { name: "just now" }).first()).toBeVisible();
  });

  test("a demoted admin is told that the permission is missing, and keeps the form", async ({
    page,
    service,
    browser,
  }) => {
    const { output } = await service.launcher.runToEnd(["staff", "add", "mara@shelter.example", "--admin"]);
    const theirs = await browser.newContext({ baseURL: service.origin });
    const other = await theirs.newPage();
    await other.goto("/staff/animals");
    await other.getByLabel("E-mail").fill("mara@shelter.example");
    await other.getByLabel("Password").fill(output.split("\n")[1] ?? "");
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.getByLabel("One-time password").fill(output.split("\n")[1] ?? "");
    await other.getByLabel("New password").fill("a password of my own");
    await other.getByRole("button", { name: "Save password" }).click();
    await openSettings(other, "API keys");
    await other.getByRole("button", { name: "Create a key" }).click();
    await other.getByLabel("Name").fill("Too late");

    await signIn(page, service);
    await page.goto("/staff/people");
    const mara = page.getByRole("listitem", { name: "mara@shelter.example" });
    await mara.getByRole("button", { name: "Make staff" }).click();
    await expect(mara).toContainText("Staff");

    await other.getByRole("button", { name: "Create key" }).click();
    await expect(other.getByText("The key was not created. You do not have permission to do this.")).toBeVisible();
    await expect(other.getByText("You were signed out")).toHaveCount(0);
    await expect(other.getByLabel("Name")).toHaveValue("Too late");
    await theirs.close();
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
    await page.goto("/staff/changes");
    const rows = page.getByRole("row", { name: /often@shelter\.example/ });
    await expect(rows).toHaveCount(50);
    await expect(page.getByText("The latest 50 changes")).toBeVisible();
    await page.getByLabel("What").selectOption("People");
    await page.getByRole("button", { name: "Older changes" }).click();
    await expect(rows).toHaveCount(100);
    const older = page.getByRole("button", { name: "Older changes" });
    await older.click();
    await expect(older).toHaveCount(0);
    await expect(rows.last()).toContainText("command lineadded often@shelter.example");
    await expect(page.getByRole("region", { name: "Changes" })).toBeFocused();
  });

  test("admins cannot change their own record", async ({ page, service }) => {
    await signIn(page, service);
    await page.goto("/staff/people");
    const own = page.getByRole("listitem", { name: service.staff.email });
    await own.getByRole("button", { name: "Make staff" }).click();
    await expect(own.getByRole("alert")).toContainText("Ask another admin");
    await expect(own).toContainText("Admin");
  });
});
