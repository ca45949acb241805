import { apiRequests, chooseFromAccount, expect, signIn, signInByForm, startService, test } from "./service";

const firstRow = "tbody tr >> nth=0";

test.describe("staff", () => {
  test("a wrong password is refused, and the form keeps its text", async ({ page }) => {
    await page.goto("/staff/animals/forms");
    await page.getByLabel("E-mail").fill("staff@shelter.example");
    await page.getByLabel("Password").fill("not-the-password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("The e-mail or the password is not right.")).toBeVisible();
    await expect(page.getByLabel("E-mail")).toHaveValue("staff@shelter.example");
  });

  test("an added animal is first in the list and in the API, and the form is empty again", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    await page.getByLabel("Name").fill("Biscuit");
    await page.getByLabel("Category").selectOption("Cat");
    await page.getByLabel("Status", { exact: true }).selectOption("Pending");
    await page.getByRole("button", { name: "Add animal" }).click();
    await expect(page.getByText("Biscuit was added.")).toBeVisible();
    await expect(page.locator(firstRow)).toContainText("Biscuit");
    await expect(page.locator(firstRow)).toContainText("Cat");
    await expect(page.locator(firstRow)).toContainText("Pending");
    await expect(page.getByLabel("Name")).toHaveValue("");
    await expect(page.getByLabel("Name")).toBeFocused();

    const answer = await fetch(`${service.origin}/v1/pets?limit=5`, {
      headers: { Authorization: `Bearer ${service.key}` },
    });
    expect(await answer.json()).toContainEqual(
      expect.objectContaining({ name: "Biscuit", categoryId: 2, status: "pending" }),
    );
  });

  test("adding works with the keyboard alone, also with a category above 2^53", async ({ page, service }) => {
    await signIn(page, service);
    await page.getByLabel("Name").focus();
    await page.keyboard.type("Keyboard cat");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Another");
    await page.keyboard.press("Tab");
    await page.keyboard.type("9223372036854775807");
    await page.keyboard.press("Enter");
    await expect(page.locator(firstRow)).toContainText("Keyboard cat");
    await expect(page.locator(firstRow)).toContainText("9223372036854775807");
  });

  test("an invalid field shows its error and gets the focus, and nothing is sent", async ({ page, service }) => {
    await signIn(page, service);
    const requests = apiRequests(page);
    await page.getByLabel("Category").selectOption("Another number…");
    await page.getByLabel("Category number").fill("twelve");
    await page.getByRole("button", { name: "Add animal" }).click();
    const name = page.getByLabel("Name");
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/.+/);
    await expect(page.getByLabel("Category number")).toHaveAccessibleDescription(/.+/);
    await expect(page.getByLabel("Category number")).toHaveValue("twelve");
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
  });

  test("on a phone, a toast covers neither the button nor the form, and breaks no words", async ({ page, service }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, service);
    await page.getByLabel("Name").fill("Marmalade");
    await page.getByRole("button", { name: "Add animal" }).click();
    const toast = page.getByRole("region", { name: "Notifications" }).getByText("Marmalade was added.");
    await expect(toast).toBeVisible();
    const bottomOf = async () => Number((await toast.locator("xpath=../..").boundingBox())?.y ?? 1e9) + 120;
    const form = await page.getByLabel("Name").boundingBox();
    expect(await bottomOf()).toBeLessThan(Number(form?.y));
  });

  test("the arrow keys move from animal to animal", async ({ page, service }) => {
    await signIn(page, service);
    const links = page.locator("tbody a");
    await links.first().focus();
    await page.keyboard.press("ArrowDown");
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press("End");
    await expect(links.last()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Home");
    await expect(links.first()).toBeFocused();
  });

  test("a double click adds one animal", async ({ page, service }) => {
    await signIn(page, service);
    const requests = apiRequests(page);
    await page.getByLabel("Name").fill("Only one");
    await page.getByRole("button", { name: "Add animal" }).dblclick();
    await expect(page.getByText("Only one was added.")).toBeVisible();
    await expect(page.locator(firstRow)).toContainText("Only one");
    expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
  });

  test("a refusal by the API is shown at its field, and the form keeps its text", async ({ page, service }) => {
    await signIn(page, service);
    await page.route("**/v1/pets", (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const json = { code: "bad_request", message: "name is on the list of forbidden names", status: 400 };
      return route.fulfill({ status: 400, json });
    });
    await page.getByLabel("Name").fill("Nemo");
    await page.getByRole("button", { name: "Add animal" }).click();
    await expect(page.getByLabel("Name")).toHaveAccessibleDescription("It is on the list of forbidden names.");
    await expect(page.getByLabel("Name")).toHaveValue("Nemo");
  });

  test("a network failure keeps the text of the form", async ({ page, service }) => {
    await signIn(page, service);
    await page.getByLabel("Name").fill("Patience");
    await page.getByLabel("Category").selectOption("Tortoise");
    await page.route("**/v1/**", (route) => route.abort());
    await page.getByRole("button", { name: "Add animal" }).click();
    await expect(page.getByText(/We do not know whether the animal was added/)).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Patience");
    await expect(page.getByLabel("Category")).toHaveValue("7");
    await page.unroute("**/v1/**");
    await page.getByRole("button", { name: "Add animal" }).click();
    await expect(page.locator(firstRow)).toContainText("Patience");
  });

  test("when the session ends, the form asks to sign in again and continues", async ({ page, service, context }) => {
    await signIn(page, service);
    await page.getByLabel("Name").fill("Still here");
    await context.clearCookies();
    // The token of this page is still good for minutes; the next one is not staff's any more.
    let refusals = 0;
    await page.route("**/v1/pets", (route) => {
      if (route.request().method() !== "POST" || ++refusals > 1) return route.continue();
      return route.fulfill({ status: 401, json: { code: "unauthorized", message: "No longer", status: 401 } });
    });
    await page.getByRole("button", { name: "Add animal" }).click();
    await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Still here");
    await page.getByLabel("E-mail").fill(service.staff.email);
    await page.getByLabel("Password").fill(service.staff.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Sign in again" })).toBeHidden();
    await page.getByRole("button", { name: "Add animal" }).click();
    await expect(page.locator(firstRow)).toContainText("Still here");
  });

  test("a one-time password must be changed first, and allows no changes", async ({ page, service }) => {
    const { output } = await service.launcher.runToEnd(["staff", "add", "new@shelter.example"]);
    const oneTime = String(output.split("\n")[1]);
    await page.goto("/staff/animals/forms");
    await page.getByLabel("E-mail").fill("new@shelter.example");
    await page.getByLabel("Password").fill(oneTime);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Choose your password" })).toBeVisible();
    const add = () =>
      page.evaluate(async () => {
        const { token } = await (await fetch("/browser-token")).json();
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
        return (await fetch("/v1/pets", { method: "POST", headers, body: '{"name":"X","categoryId":1}' })).status;
      });
    expect(await add()).toBe(403);

    await page.getByLabel("One-time password").fill(oneTime);
    await page.getByLabel("New password").fill(oneTime);
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText(/must differ/)).toBeVisible();
    await page.getByLabel("New password").fill("a password of my own");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByRole("heading", { name: "Add an animal" })).toBeVisible();
    expect(await add()).toBe(201);
  });

  test("signing out ends the permission to write", async ({ page, service }) => {
    await signInByForm(page, service);
    await chooseFromAccount(page, "Sign out");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    const token = await page.evaluate(async () => (await (await fetch("/browser-token")).json()).token);
    const answer = await fetch(`${service.origin}/v1/pets`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "X", categoryId: 1 }),
    });
    expect(answer.status).toBe(403);
  });

  test("scripts cannot read the session, and other sites cannot use it", async ({ page, service, context }) => {
    await signIn(page, service);
    const cookies = await context.cookies();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    const header = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const answer = await fetch(`${service.origin}/v1/pets`, { headers: { Cookie: header } });
    expect(answer.status).toBe(401);
    const foreign = await fetch(`${service.origin}/api/auth/sign-out`, {
      method: "POST",
      headers: { Cookie: header, Origin: "https://evil.example", "Content-Type": "application/json" },
      body: "{}",
    });
    expect(foreign.status).toBe(403);
  });

  test("an added animal survives kill -9 and a restart", async ({ page }) => {
    const service = await startService("biscuit");
    try {
      await signInByForm(page, service);
      await page.getByLabel("Name").fill("Biscuit");
      await page.getByRole("button", { name: "Add animal" }).click();
      await expect(page.getByText("Biscuit was added.")).toBeVisible();
      await service.launcher.kill();
      const { origin } = await service.launcher.startService();
      await page.goto(origin);
      await expect(page.locator("[data-part=card]").first()).toContainText("Biscuit");
    } finally {
      await page.goto("about:blank");
      await service.launcher.clean();
    }
  });
});
