import type { Page } from "@playwright/test";
import { expect, openSettings, signIn, test } from "./service";

/** Invites somebody with the dialog. Returns the link, which is shown once. */
async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await page.getByRole("textbox", { name: `Link for ${email.toLowerCase()}` }).inputValue();
  const box = await page.getByRole("dialog").getByText(`Link for ${email.toLowerCase()}`).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(page.viewportSize()?.width ?? 0);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Invite a person" })).toBeFocused();
  return link;
}

test.describe("people and the audit", () => {
  test("an invited person chooses a password with the link; every change is listed with its author", async ({
    page,
    service,
    browser,
  }) => {
    test.slow();
    await signIn(page, service, "/staff/people");
    const own = page.getByRole("listitem", { name: service.staff.email });
    await expect(own).toContainText("(you)");
    await expect(own).toContainText("Last signed in");
    // The entry offers nothing that the API would refuse.
    await expect(own.getByRole("button")).toHaveCount(0);
    await expect(own.getByRole("link", { name: "Your account" })).toBeVisible();
    await page.getByRole("button", { name: "Invite a person" }).click();
    await page.getByLabel("E-mail").fill("not an address");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/Enter an e-mail address/);
    await page.keyboard.press("Escape");
    const link = await invite(page, "Vera@Shelter.example");

    const vera = page.getByRole("listitem", { name: "vera@shelter.example" });
    await expect(vera).toContainText("Has an invitation, which expires in 6 days");
    await expect(vera).toContainText("Never signed in");
    await vera.getByRole("button", { name: "Make admin" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make admin" }).click();
    await expect(vera).toContainText("Admin");
    await expect(vera).toBeFocused();
    await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
    await expect(vera).toContainText("Staff");

    const theirs = await browser.newContext({ baseURL: service.origin });
    const other = await theirs.newPage();
    await other.goto(link);
    await other.getByLabel("New password").fill("password123");
    await other.getByRole("button", { name: "Save password" }).click();
    await expect(other.getByLabel("New password")).toHaveAccessibleDescription(/harder to guess/);
    await expect(other.getByLabel("New password")).toBeFocused();
    await other.getByLabel("New password").fill("a password of my own");
    await other.getByRole("button", { name: "Save password" }).click();
    await expect(other.getByRole("heading", { name: "Your password is saved" })).toBeFocused();
    await other.goto(link);
    await other.reload();
    await other.getByLabel("New password").fill("a second password of mine");
    await other.getByRole("button", { name: "Save password" }).click();
    await expect(other.getByText("This link does not work any more")).toBeVisible();
    await other.goto("/staff");
    await other.getByLabel("E-mail").fill("vera@shelter.example");
    await other.getByLabel("Password").fill("a password of my own");
    await other.getByRole("button", { name: "Sign in" }).click();
    await expect(other.getByRole("button", { name: "Account" })).toBeVisible();
    await expect(other.getByRole("button", { name: "Settings" })).toHaveCount(0);
    await other.goto("/staff/keys");
    await expect(other.getByText("Only admins can see this page.")).toBeVisible();

    await page.reload();
    await vera.getByRole("button", { name: "Disable" }).click();
    const question = page.getByRole("alertdialog", { name: "Disable vera@shelter.example?" });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await question.getByRole("button", { name: "Disable" }).click();
    await expect(vera).toContainText("Disabled");
    await expect(vera).toBeFocused();
    await other.goto("/staff");
    await expect(other.getByRole("heading", { name: "Staff sign-in" })).toBeVisible();
    await theirs.close();

    await openSettings(page, "Changes");
    const rows = page.getByRole("row", { name: /vera@shelter\.example/ });
    // Invited, two changes of the role, a password of their own, signed in, disabled.
    await expect(rows).toHaveCount(6);
    await expect(rows.nth(1)).toContainText("vera@shelter.examplesigned in");
    await expect(rows.nth(2)).toContainText("vera@shelter.examplechanged their own password");
    await expect(rows.first()).toContainText(`${service.staff.email}disabled vera@shelter.example`);
    await page.getByLabel("Who").selectOption("vera@shelter.example");
    await expect(rows).toHaveCount(2);
    await page.getByLabel("What").selectOption("Signing in and out");
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/\?who=vera%40shelter\.example&what=sign_ins$/);
    await page.getByLabel("What").selectOption("Mail");
    await page.getByRole("button", { name: "Show all changes" }).click();
    await expect(page).toHaveURL(/\/staff\/changes$/);
  });

  test("a demoted admin reads that the permission is missing, and keeps the form", async ({
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
    await other.getByLabel("New password").fill("a password of my own");
    await other.getByRole("button", { name: "Save password" }).click();
    await openSettings(other, "API keys");
    await other.getByRole("button", { name: "Create a key" }).click();
    await other.getByLabel("Name").fill("Too late");

    await signIn(page, service, "/staff/people");
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
    await expect(page.getByText("The latest 50 changes that match")).toBeVisible();
    await page.getByRole("button", { name: "Older changes" }).click();
    await expect(rows).toHaveCount(100);
    const older = page.getByRole("button", { name: "Older changes" });
    await older.click();
    await expect(older).toHaveCount(0);
    await expect(rows.last()).toContainText("command lineadded often@shelter.example");
    await expect(page.getByRole("region", { name: "Changes" })).toBeFocused();
  });

  test("people see where they are signed in, and sign out elsewhere", async ({ page, service, browser }) => {
    await service.launcher.runToEnd(["staff", "add", "dora@shelter.example"]);
    const dora = { ...service, staff: { email: "dora@shelter.example", password: "" } };
    const { output } = await service.launcher.runToEnd(["staff", "reset", dora.staff.email]);
    dora.staff.password = output.split("\n")[1] ?? "";
    await page.goto("/staff");
    await page.getByLabel("E-mail").fill(dora.staff.email);
    await page.getByLabel("Password").fill(dora.staff.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("New password").fill("a password of my own");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
    const elsewhere = await (await browser.newContext({ baseURL: service.origin })).newPage();
    await elsewhere.goto("/staff");
    await elsewhere.getByLabel("E-mail").fill(dora.staff.email);
    await elsewhere.getByLabel("Password").fill("a password of my own");
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await expect(elsewhere.getByRole("button", { name: "Account" })).toBeVisible();

    await page.goto("/staff/account");
    const sessions = page.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem");
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: "This device" })).toHaveCount(1);
    await page.getByRole("button", { name: "Sign out elsewhere" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out elsewhere" }).click();
    await expect(page.getByText("All other devices were signed out.")).toBeVisible();
    await expect(sessions).toHaveCount(1);
    await elsewhere.reload();
    await expect(elsewhere.getByRole("heading", { name: "Staff sign-in" })).toBeVisible();
    await elsewhere.getByRole("link", { name: "Forgotten your password?" }).click();
    await expect(elsewhere.getByText("Ask an admin of the shelter")).toBeVisible();
    await elsewhere.context().close();
  });
});
