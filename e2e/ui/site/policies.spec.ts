import { chromium, type Page } from "@playwright/test";
import pg from "pg";
import { startPostgres } from "../../../server/postgres/postgres";
import { expectAccessible } from "../support/accessibility";
import { expect, isStrict, type Service, signIn, startService, test } from "../support/service";

/** Records the violations of the policies in a tab, from its first document on. */
async function watchPolicies(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("noteViolation", (text: string) => violations.push(text));
  await page.addInitScript(() => {
    const { noteViolation } = window as unknown as { noteViolation(text: string): void };
    document.addEventListener("securitypolicyviolation", ({ documentURI, effectiveDirective, blockedURI }) =>
      noteViolation(`${documentURI}: ${effectiveDirective} ${blockedURI}`),
    );
  });
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}

/** Opens a page and returns its policy. */
async function open(page: Page, path: string): Promise<string> {
  const response = await page.goto(path);
  const policy = String(response?.headers()["content-security-policy"]);
  expect(isStrict(policy), `${path}: ${policy}`).toBe(true);
  return policy;
}

const isHydrated = (page: Page) => page.evaluate(() => "ready" in document.documentElement.dataset);

// The pages of staff are opened in accessible.spec.ts, and every test watches the policies of the pages that it opens.
test("no public page violates its content security policy, in any state", async ({ page }) => {
  const violations = await watchPolicies(page);
  for (const path of [
    ...["/", "/?status=pending", "/?status=sold", "/?status=all", "/?utm_source=x&status=sold", "/?cursor=nonsense"],
    ...["/animals/1", "/docs", "/staff"],
  ]) {
    await open(page, path);
    await expect.poll(() => isHydrated(page), path).toBe(true);
  }
  for (const path of ["/nowhere", "/animals/999999999"]) {
    await open(page, path);
    await expect(page.getByRole("heading", { name: /^(Page not found|This animal is not here)$/ })).toBeVisible();
  }
  await open(page, "/?status=all");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("link", { name: "Previous page" })).toBeVisible();
  await page.locator("[data-part=card] a").first().click();
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  expect(violations).toEqual([]);
});

test("an error page does not violate its content security policy", async ({ context, service }) => {
  const { url } = await startPostgres({ dataDir: service.launcher.dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Not the fixture's page, which fails on errors, because this test causes one.
  const page = await context.newPage();
  const violations = await watchPolicies(page);
  try {
    await client.query("ALTER TABLE pets RENAME TO pets_away");
    await open(page, "/animals/2");
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expectAccessible(page);
    await open(page, "/?status=pending");
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  } finally {
    await client.query("ALTER TABLE pets_away RENAME TO pets");
    await client.end();
  }
  expect(violations).toEqual([]);
});

test("an injected script does not run", async ({ context, baseURL }) => {
  for (const path of ["/", "/animals/1"]) {
    const page = await context.newPage();
    const violations = await watchPolicies(page);
    await open(page, path);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.evil = 1";
      document.body.append(script);
    });
    await expect.poll(() => violations).toContain(`${baseURL}${path}: script-src-elem inline`);
    expect(await page.evaluate(() => "evil" in window)).toBe(false);
    await page.close();
  }
});

test("cached pages have hashes, all others their own nonce, signed in or not", async ({ page, context, service }) => {
  const nonceOf = async (path: string) => /'nonce-([^']+)'/.exec(await open(page, path))?.[1];
  for (const path of ["/", "/?status=sold", "/animals/1", "/docs"]) expect(await nonceOf(path)).toBeUndefined();
  await signIn(page, service);
  const nonces: (string | undefined)[] = [];
  for (const path of ["/", "/", "/?status=sold", "/docs", "/animals/1", "/staff"]) nonces.push(await nonceOf(path));
  expect(new Set(nonces).size).toBe(6);
  expect(nonces).not.toContain(undefined);
  await context.clearCookies();
  expect(await nonceOf("/")).toBeUndefined();
});

test("the image optimizer is off", async ({ request }) => {
  for (const search of ["", "?url=%2Fcards%2Fdog.png&w=640&q=75"])
    expect((await request.get(`/_next/image${search}`)).status()).toBe(404);
});

const PAGES_A_MINUTE = 15;

test.describe("with SITE_URL and few pages a minute", () => {
  let limited: Service;
  test.beforeAll(async () => {
    const environment = { SITE_URL: "https://pets.example", PAGE_LIMIT: `${PAGES_A_MINUTE},1000` };
    limited = await startService("limited", environment, { firstPassword: "printed" });
  });
  test.afterAll(() => limited.launcher.clean());

  test("the session cookie belongs to SITE_URL, and only its pages may sign in", async ({ request }) => {
    const signInFrom = (origin: string) =>
      request.post(`${limited.origin}/api/auth/sign-in/email`, { data: limited.staff, headers: { origin } });
    for (const origin of [limited.origin, "https://evil.example"])
      expect((await signInFrom(origin)).status()).toBe(403);
    const cookie = (await signInFrom("https://pets.example")).headers()["set-cookie"];
    expect(cookie).toMatch(/^__(Secure|Host)-[^;]*;.*\bSecure\b/);
  });

  test("links use SITE_URL, and a page over the limit says when to try again", async ({ browser }) => {
    const context = await browser.newContext({ baseURL: limited.origin });
    const page = await context.newPage();
    const violations = await watchPolicies(page);
    await page.goto("/");
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute("content", /^https:\/\/pets\.example\//);
    await page.goto("/animals/1");
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", "https://pets.example/animals/1");
    const read = async (path: string) => (await context.request.get(path)).text();
    expect(await read("/feed.atom")).toContain("<id>https://pets.example/animals/");
    expect(await read("/openapi.json")).toContain("https://pets.example/v1");
    // Twice the limit, because a new minute may begin in between.
    for (let count = 0; count < 2 * PAGES_A_MINUTE; count++) await read("/feed.atom");
    const refused = await page.goto("/nowhere");
    expect(refused?.status()).toBe(429);
    expect(Number(refused?.headers()["retry-after"])).toBeGreaterThan(0);
    await expect(page.getByRole("heading", { name: "Too many requests" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
    expect((await context.request.get("/readyz")).status()).toBe(200);
    expect((await context.request.get("/favicon.svg")).status()).toBe(200);
    expect(violations).toEqual([]);
    await context.close();
  });
});

test("the back button restores a public page without loading it again", async ({ service }) => {
  // Playwright disables the cache for "back", and the headless shell has none, so this test starts its own browser.
  const executablePath = process.env.CHROMIUM_EXECUTABLE;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const reasons: string[] = [];
    const goBack = async ([from, to]: readonly [string, string]) => {
      // Each pair gets its own tab. Playwright does not wait for a page that returns from the cache, and would
      // take it for an interruption of its next visit.
      const page = await browser.newPage({ baseURL: service.origin });
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Page.enable");
      devtools.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) =>
        reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
      );
      expect((await page.goto(from, { waitUntil: "networkidle" }))?.status()).toBe(200);
      await page.goto(to, { waitUntil: "networkidle" });
      const back = new Promise((resolve) =>
        devtools.once("Page.frameNavigated", ({ type, frame }) => resolve({ type, url: frame.url })),
      );
      await devtools.send("Runtime.evaluate", { expression: "history.back()" });
      expect(await back).toEqual({ type: "BackForwardCacheRestore", url: service.origin + from });
      await page.close();
    };
    const visits = [
      ["/", "/animals/1"],
      ["/animals/1", "/docs"],
      ["/?status=sold", "/nowhere"],
      ["/docs", "/"],
      ["/favourites", "/"],
    ] as const;
    // One after another: five first visits at once are more than two processor cores can show in time.
    for (const visit of visits) await goBack(visit);
    expect(reasons).toEqual([]);
  } finally {
    await browser.close();
  }
});
