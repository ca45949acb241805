import type { Page } from "@playwright/test";
import { ENVIRONMENT, expect, fillIn, inboxOf, submit, test, WAITING } from "./applicants";
import { openHydrated } from "./service";

const FORM = `/animals/${WAITING}/apply`;
const ARRIVED = "Thank you! Your application has arrived";

const counts = async (service: Parameters<typeof inboxOf>[0]) => ({
  inbox: (await inboxOf(service, WAITING)).length,
  suspicious: (await inboxOf(service, WAITING, "suspicious")).length,
});

async function expectArrived(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/applications\/[\da-f-]{36}\/[\w-]{43}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(ARRIVED);
}

test("an application from the page is not suspicious, is not sent twice, and its page is only for the applicant", async ({
  page,
  service,
}) => {
  const before = await counts(service);
  await page.addInitScript(() => {
    const share = (data: ShareData) => Promise.resolve(Object.assign(window, { shared: data }));
    Object.defineProperty(navigator, "share", { value: share });
  });
  await page.goto(FORM);
  await submit(page);
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expect(page.getByText("Write your name.")).toBeVisible();
  const email = await fillIn(page);
  const button = page.getByRole("button", { name: "Send my application" });
  await button.dblclick();
  await expectArrived(page);
  expect(await counts(service)).toEqual({ ...before, inbox: before.inbox + 1 });

  await expect(page.getByText(/^We usually reply by \w+day \d+ \w+\.$/)).toBeVisible();
  await expect(page.getByRole("list", { name: "The way of your application" })).toContainText("We decide together");
  await expect(page.getByLabel("Your private link")).toHaveValue(page.url());
  await page.getByRole("button", { name: "Copy your private link" }).click();
  await expect(page.getByText("The link was copied.")).toBeAttached();
  await page.getByRole("button", { name: "Send it to yourself" }).click();
  expect(await page.evaluate(() => Reflect.get(window, "shared"))).toMatchObject({ url: page.url() });
  await page.getByText("What you sent us").click();
  await expect(page.getByText(email)).toBeVisible();
  const response = await page.reload();
  expect(response?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": expect.stringContaining("no-store"),
  });
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex, nofollow");
  // The draft has been removed, so the next application is a new one.
  await page.goto(FORM);
  await expect(page.getByLabel("Your name")).toHaveValue("");
});

test("the tab remembers an application, the device only when asked to, and both can forget it", async ({
  page,
  context,
}) => {
  await page.goto(FORM);
  await fillIn(page);
  await submit(page);
  await expectArrived(page);
  const link = page.url();
  const stored = () => page.evaluate(() => localStorage.getItem("applications"));
  expect(await stored()).toBeNull();
  await page.waitForFunction(() => sessionStorage.getItem("applications") !== null);
  const linkIn = (tab: Page, name: string | RegExp) => tab.getByRole("link", { name }).filter({ visible: true });
  const [own, ask] = ["See your application", /^Ask about/] as const;
  await page.goto(`/animals/${WAITING}`);
  await expect(linkIn(page, own)).toBeVisible();
  await expect(linkIn(page, ask)).toHaveCount(0);
  const other = await context.newPage();
  await openHydrated(other, `/animals/${WAITING}`);
  await expect(linkIn(other, ask)).toBeVisible();
  const box = page.getByRole("checkbox", { name: "Remember on this device" });
  await openHydrated(page, link);
  await box.check();
  await expect(linkIn(other, own)).toBeVisible();

  await page.goto(FORM);
  await expect(page.getByText(/^You have already asked about /)).toBeVisible();
  await expect(page.getByLabel("Your name")).toBeHidden();
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect(page.getByLabel("Your name")).toBeVisible();
  await linkIn(page, own).click();
  await expect(page).toHaveURL(link);
  await expect(box).toBeChecked();
  await box.uncheck();
  expect(await stored()).toBeNull();

  // An application that has ended is forgotten, in the tab too.
  await box.check();
  await page.getByText("Withdraw my application").click();
  await page.getByRole("button", { name: "Yes, withdraw it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your application is withdrawn");
  await expect.poll(stored).toBeNull();
  await openHydrated(page, `/animals/${WAITING}`);
  await expect(linkIn(page, ask)).toBeVisible();
});

test("what is typed survives a reload, a lost connection and a lost answer, and arrives once", async ({
  page,
  context,
  service,
}) => {
  const before = await counts(service);
  await openHydrated(page, FORM);
  await fillIn(page, "Kept over a reload");
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByText("We kept what you wrote.")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expect(page.getByLabel("What would you like")).toHaveValue("");
  await expect(page.getByText("We kept what you wrote.")).toBeHidden();
  await fillIn(page, "Kept over a reload");
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByLabel("What would you like")).toHaveValue("Kept over a reload");

  // The service receives it, but the answer is lost.
  await page.route("**/v1/applications", async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  await submit(page);
  await expect(page.getByText("We could not reach the shelter.")).toBeVisible();
  expect(await counts(service)).toEqual({ ...before, inbox: before.inbox + 1 });
  await page.unrouteAll({ behavior: "wait" });
  // It is sent again automatically, as the same application.
  await context.setOffline(false);
  await expectArrived(page);
  expect(await counts(service)).toEqual({ ...before, inbox: before.inbox + 1 });
});

test("after a 429 the form says how long to wait, counts down and sends again", async ({ page }) => {
  test.slow();
  await page.goto(FORM);
  await fillIn(page);
  let refusals = 1;
  await page.route("**/v1/applications", (route) =>
    refusals-- > 0
      ? route.fulfill({
          status: 429,
          headers: { "retry-after": "3" },
          json: { code: "rate_limited", message: "Too many applications", status: 429 },
        })
      : route.continue(),
  );
  await submit(page);
  await expect(page.getByText("Your application was not sent yet.")).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/[123] seconds?/);
  await expectArrived(page);
  await page.unrouteAll({ behavior: "wait" });
});

test("when the service fails, the page says so near the button and sends the application again automatically", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.clock.install();
  await page.goto(FORM);
  await fillIn(page);
  let failures = 1;
  await page.route("**/v1/applications", (route) =>
    failures-- > 0
      ? route.fulfill({ status: 503, json: { code: "unavailable", message: "Away", status: 503 } })
      : route.continue(),
  );
  await page.clock.runFor(4_000);
  await submit(page);
  await expect(page.getByText("The shelter’s service has a problem.")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Try again now" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Send my application" })).toHaveCount(0);
  await page.clock.runFor(31_000);
  await expectArrived(page);
  await page.unrouteAll({ behavior: "wait" });
});

test("when the service is killed, the text stays, and is sent once the service is back", async ({ page, service }) => {
  test.slow();
  await page.goto(FORM);
  await fillIn(page);
  await service.launcher.kill();
  await submit(page);
  await expect(page.getByText("We could not reach the shelter.")).toBeVisible();
  await service.launcher.startService(ENVIRONMENT);
  await page.getByRole("button", { name: "Try again now" }).click();
  await expectArrived(page);
});

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
    await submit(page);
    await expect(page).toHaveURL(FORM);
    await expect(page.getByText("Your application was not sent yet.")).toBeVisible();
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/does not look like an e-mail address/);
    await expect(page.getByLabel("Telephone")).toHaveAccessibleDescription(/up to 40 characters. It has 41./);
    await expect(page.getByLabel("Your name")).toHaveValue("Ada Marlowe");
    await expect(page.getByLabel(/keeps this application/)).toBeChecked();
    await page.getByLabel("E-mail").fill("ada@nojs.example");
    await page.getByLabel("Telephone").fill("+44 20 7946 0123");
    // A form that is sent sooner counts as spam (lib/applications/form-token.ts).
    await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(3_100);
    await submit(page);
    await expectArrived(page);
    expect(await counts(service)).toEqual({ ...before, inbox: before.inbox + 1 });

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
    await expect(page.getByText(/Too many applications came from your network. Please wait \d+ minutes/)).toBeVisible();
    await expect(page.getByLabel("What would you like")).toHaveValue("Kept by the server");
  });

  test("a wrong private link says so", async ({ page }) => {
    await page.goto("/applications/0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d/nonsense");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no application at this link");
    await expect(page.getByText(/copy all of it/)).toBeVisible();
  });
});

test("for a pending or adopted animal, the page shows other animals instead of the form", async ({ page }) => {
  for (const [status, words] of [
    ["pending", "may have found a home"],
    ["sold", "has found a home"],
  ]) {
    await page.goto(`/?status=${status}`);
    const href = String(await page.locator("[data-part=card] h3 a").first().getAttribute("href"));
    await page.goto(`${href}/apply`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(String(words));
    await expect(page.getByRole("link", { name: "See available animals" })).toBeVisible();
    await expect(page.locator("form[method=post]")).toHaveCount(0);
  }
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
      expect([own.status, (await own.text()).includes("Your application was not sent yet.")]).toEqual([200, true]);
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
    const answer = await fetch(origin + FORM, { headers: { "X-Returned-Form": returned } });
    expect([answer.status, (await answer.text()).includes("Chosen")]).toEqual([200, false]);
  });
});
