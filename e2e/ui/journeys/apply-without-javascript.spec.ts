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
    const response = await page.reload();
    expect(response?.headers()).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "cache-control": expect.stringContaining("no-store"),
    });
    await page.getByText("Withdraw my application").click();
    await page.getByRole("link", { name: "No, keep it" }).click();
    await expect(page).toHaveURL(link);
    await expect(page.getByRole("button", { name: "Yes, withdraw it" })).toBeHidden();
    await page.getByText("Withdraw my application").click();
    await page.getByRole("button", { name: "Yes, withdraw it" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your application is withdrawn");
    await expect(page.getByText("Withdraw my application")).toHaveCount(0);
  });
});

test("the page of the form refuses what no browser sends from it, and loses no text", async ({
  service,
  extraHTTPHeaders,
}) => {
  const { origin } = service;
  const post = (headers: Record<string, string>, body: BodyInit = "name=Bo", path = FORM) =>
    fetch(origin + path, { method: "POST", body, headers: { ...extraHTTPHeaders, ...headers }, redirect: "manual" });
  const typed = (email: string, message: string) =>
    new URLSearchParams({ name: "Bo", email: `${email}@many.example`, message, consent: "yes" });
  const TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

  await test.step("pages of other sites", async () => {
    const foreign = await post({ ...TYPE, Accept: "text/html", Origin: "https://evil.example" });
    expect([foreign.status, await foreign.text()]).toEqual([
      403,
      expect.stringContaining('<a href="">Open the form</a>'),
    ]);
    expect((await post({ ...TYPE, "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    for (const body of ["name=Bo", ""]) {
      const own = await post({ ...TYPE, Origin: origin }, body);
      expect([own.status, (await own.text()).includes("need your attention")]).toEqual([200, true]);
    }
  });
  await test.step("long and other bodies, and other methods", async () => {
    const long = await post({ ...TYPE, Accept: "text/html" }, `message=${"x".repeat(96 * 1024)}`);
    expect(long.status).toBe(413);
    expect(await long.text()).toContain("Go back: what you typed is still there.");
    expect((await post({ "Content-Type": "application/json" }, "{}")).status).toBe(415);
    const put = await fetch(origin + FORM, { method: "PUT" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });
  await test.step("a header that chooses what the page shows", async () => {
    const returned = encodeURIComponent(JSON.stringify({ values: { name: "Chosen" } }));
    const response = await fetch(origin + FORM, { headers: { "X-Returned-Form": returned } });
    expect([response.status, (await response.text()).includes("Chosen")]).toEqual([200, false]);
  });
  await test.step("an animal that was taken meanwhile", async () => {
    const { path, take } = await addSought(service);
    await take();
    const elsewhere = { "X-Forwarded-For": "203.0.113.7" };
    const page = await (await post(elsewhere, typed("late", "We have a sofa."), `${path}/apply`)).text();
    expect(page).toContain("has found a home");
    expect(page).toContain("We have a sofa.");
  });
  await test.step("too many from one network", async () => {
    for (let sent = 1; sent <= 20; sent++) expect((await post({}, typed(`bo${sent}`, "Me"))).status).toBe(303);
    const page = await (await post({}, typed("last", "Kept by the server"))).text();
    expect(page).toMatch(/Too many messages came from your network. Please wait \d+ minutes/);
    expect(page).toContain("Kept by the server");
  });
});
