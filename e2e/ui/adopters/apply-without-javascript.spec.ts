import pg from "pg";
import { startPostgres } from "../../../server/postgres/postgres";
import {
  addSought,
  counts,
  expect,
  expectArrived,
  FORM,
  fillIn,
  submit,
  test,
  waitUntilPlausible,
} from "../support/applicants";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form with errors is shown again with everything typed, and the application can then be sent and withdrawn", async ({
    page,
    service,
  }) => {
    test.slow();
    const before = await counts(service);
    await page.goto(FORM);
    await fillIn(page);
    // Mistakes that browsers do not find themselves.
    await page.getByLabel("E-mail").fill("ada@home");
    await page.getByLabel("Telephone").fill("1".repeat(41));
    await page.getByLabel(/^Where would .+ live/).fill("");
    await submit(page);
    await expect(page).toHaveURL(FORM);
    await expect(page.getByRole("alert").getByText("3 fields need your attention")).toBeVisible();
    await page.getByRole("link", { name: /^Say where the animal would live/ }).click();
    await expect(page.getByLabel(/^Where would .+ live/)).toBeFocused();
    await page.keyboard.type("A flat");
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/does not look like an e-mail address/);
    await expect(page.getByLabel("Telephone")).toHaveAccessibleDescription(/up to 40 characters. It has 41./);
    await expect(page.getByLabel("Your name")).toHaveValue("Ada Marlowe");
    await expect(page.getByLabel(/keeps what I write/)).toBeChecked();
    await page.getByLabel("E-mail").fill("ada@nojs.example");
    await page.getByLabel("Telephone").fill("+44 20 7946 0123");
    await waitUntilPlausible(page);
    await submit(page);
    await expectArrived(page);
    expect(await counts(service)).toEqual({ ...before, inbox: before.inbox + 1 });

    const link = page.url();
    await expect(page.getByText(link, { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "E-mail it to myself" })).toBeVisible();
    await page.getByText("Withdraw my application").click();
    await page.getByRole("link", { name: "No, keep it" }).click();
    await expect(page).toHaveURL(link);
    await expect(page.getByRole("button", { name: "Yes, withdraw it" })).toBeHidden();
    await page.getByText("Withdraw my application").click();
    await page.getByRole("button", { name: "Yes, withdraw it" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your application is withdrawn");
    await expect(page.getByText("Withdraw my application")).toHaveCount(0);
  });

  test("a form with nothing filled in is not sent", async ({ page }) => {
    await page.goto(FORM);
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await submit(page);
    await expect(page.getByLabel("Your name")).toBeFocused();
    expect(sent).toEqual([]);
  });

  test("after too many from one network, the form is shown again and says how long to wait", async ({
    page,
    extraHTTPHeaders,
    service,
  }) => {
    const body = (index: number) =>
      new URLSearchParams({ name: "Bo", email: `bo${index}@many.example`, message: "Me", consent: "yes" });
    const post = (index: number) =>
      fetch(service.origin + FORM, {
        method: "POST",
        body: body(index),
        headers: extraHTTPHeaders,
        redirect: "manual",
      });
    for (let index = 0; index < 20; index++) expect((await post(index)).status).toBe(303);
    await page.goto(FORM);
    await fillIn(page, "Kept by the server");
    await submit(page);
    await expect(page.getByText(/Too many messages came from your network. Please wait \d+ minutes/)).toBeVisible();
    await expect(page.getByLabel("what should we know?")).toHaveValue("Kept by the server");
  });

  test("when the animal is taken while somebody types, the page shows what was typed", async ({ page, service }) => {
    const { path, take } = await addSought(service);
    await page.goto(`${path}/apply`);
    await fillIn(page, "We have a sofa.");
    await take();
    await submit(page);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("has found a home");
    await expect(page.getByRole("textbox", { name: "What you wrote" })).toHaveValue(/^We have a sofa\./);
    await expect(page.getByRole("button", { name: "Copy" })).toBeHidden();
  });

  test("when the service fails, what was typed is still there after going back", async ({ context, service }) => {
    // Not the fixture's page, which fails on errors of the service.
    const page = await context.newPage();
    await page.goto(FORM);
    await fillIn(page, "Kept by the browser");
    const { url } = await startPostgres({ dataDir: service.launcher.dataDir });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query("ALTER TABLE applications RENAME TO applications_away");
      await submit(page);
      await expect(page.getByText("Go back: what you typed is still there.")).toBeVisible();
    } finally {
      await client.query("ALTER TABLE applications_away RENAME TO applications");
      await client.end();
    }
    await page.goBack();
    await expect(page.getByLabel("what should we know?")).toHaveValue("Kept by the browser");
    await expect(page.getByLabel("Your name")).toHaveValue("Ada Marlowe");
    await waitUntilPlausible(page);
    await submit(page);
    await expectArrived(page);
  });

  test("a wrong private link says so", async ({ page }) => {
    await page.goto("/applications/0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d/nonsense");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is nothing at this link");
    await expect(page.getByText(/copy all of it/)).toBeVisible();
  });
});

test.describe("POST to the page of the form", () => {
  const post = (origin: string, headers: Record<string, string>, body: BodyInit = "name=Bo") =>
    fetch(origin + FORM, { method: "POST", body, headers, redirect: "manual" });
  const TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

  test("pages of other sites are refused", async ({ service: { origin } }) => {
    expect((await post(origin, { ...TYPE, Origin: "https://evil.example" })).status).toBe(403);
    expect((await post(origin, { ...TYPE, "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    for (const body of ["name=Bo", ""]) {
      const own = await post(origin, { ...TYPE, Origin: origin }, body);
      expect([own.status, (await own.text()).includes("need your attention")]).toEqual([200, true]);
    }
  });

  test("the notice for a refused form leads back to what was typed, except for a form from another site", async ({
    service: { origin },
  }) => {
    const headers = { ...TYPE, Accept: "text/html" };
    const long = await (await post(origin, headers, `message=${"x".repeat(96 * 1024)}`)).text();
    expect(long).toContain("Go back: what you typed is still there.");
    expect(long).not.toContain("<a ");
    const foreign = await (await post(origin, { ...headers, Origin: "https://evil.example" })).text();
    expect(foreign).toContain('<a href="">Open the form</a>');
  });

  test("long and other bodies, and other methods, are refused", async ({ service: { origin } }) => {
    expect((await post(origin, TYPE, `message=${"x".repeat(96 * 1024)}`)).status).toBe(413);
    expect((await post(origin, { "Content-Type": "application/json" }, "{}")).status).toBe(415);
    const put = await fetch(origin + FORM, { method: "PUT" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });

  test("no client can choose what the page shows", async ({ service: { origin } }) => {
    const returned = encodeURIComponent(JSON.stringify({ values: { name: "Chosen" } }));
    const response = await fetch(origin + FORM, { headers: { "X-Returned-Form": returned } });
    expect([response.status, (await response.text()).includes("Chosen")]).toEqual([200, false]);
  });
});
