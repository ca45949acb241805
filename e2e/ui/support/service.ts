import { randomInt } from "node:crypto";
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Locator,
  type Page,
} from "@playwright/test";
import pg from "pg";
import { freePort } from "../../../server/port";
import { startPostgres } from "../../../server/postgres/postgres";
import { Launcher, temporaryFolder } from "../../testing/launcher";
import { call } from "./calls";
import { type Admin, copyFirstStart } from "./first-start";

/** The service behind the pages. Each worker has its own process and data folder, with the demo data. */
export type Service = {
  launcher: Launcher;
  origin: string;
  admin: Admin;
  /** Starts it again, at the same URL, after it was killed. */
  restart(): Promise<unknown>;
};

/** Starts a separate service with the demo data, whose first admin is signed in. */
export async function startService(purpose: string, environment: Record<string, string> = {}): Promise<Service> {
  const launcher = new Launcher(temporaryFolder(purpose));
  const admin = copyFirstStart(launcher.dataDir);
  const settings = { PORT: String(await freePort()), TRUSTED_PROXIES: "1", ...environment };
  const restart = () => launcher.startService(settings);
  const { origin } = await restart();
  return { launcher, origin, admin, restart };
}

/** Does in the database of a service what no call can do. */
export async function query({ launcher }: Service, text: string, values: string[] = []): Promise<void> {
  const { url } = await startPostgres({ dataDir: launcher.dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text, values).finally(() => client.end());
}

type Fixtures = {
  page: Page;
  extraHTTPHeaders: Record<string, string>;
  /** Opens a page in another browser. */
  elsewhere(path: string, device?: BrowserContextOptions): Promise<Page>;
};

export const test = base.extend<Fixtures, { service: Service }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here.
    async ({}, use) => {
      // Bans a key immediately instead of after two seconds.
      const service = await startService("ui", { BAN_FORGIVEN_SECONDS: "0" });
      await use(service);
      await service.launcher.clean();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  /** Each test comes from another IP address, so that limits do not add up. */
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  extraHTTPHeaders: async ({}, use) => use({ "X-Forwarded-For": `10.${randomInt(256)}.${randomInt(256)}.7` }),
  baseURL: async ({ service }, use) => use(service.origin),
  /** A page that fails the test when it does something that no page may do. */
  page: async ({ page }, use) => {
    const problems = problemsOf(page);
    await use(page);
    // A handler may still be waiting for the answer to a request that nobody needs any more.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(problems).toEqual([]);
  },
  elsewhere: async ({ browser, service }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (path, device) => {
      const context = await browser.newContext({ ...device, baseURL: service.origin });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

export const { expect } = test;

/**
 * Records, from now on, what no page may do: script errors, violations of the policy, policies that are not strict, and
 * requests to another origin.
 */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) problems.push(message.text());
  });
  page.on("response", (response) => {
    const { "content-type": type = "", "content-security-policy": policy = "none" } = response.headers();
    if (response.request().isNavigationRequest() && type.startsWith("text/html") && !isStrict(policy))
      problems.push(`${response.url()} has the policy ${policy}`);
  });
  page.on("request", (request) => {
    if (request.isNavigationRequest()) return;
    const [asking, asked] = [new URL(request.frame().url()), new URL(request.url())];
    if (asking.protocol === "http:" && asked.protocol.startsWith("http") && asked.origin !== asking.origin)
      problems.push(`${asking.href} requests ${asked.href}`);
  });
  return problems;
}

/** Whether a content security policy is as strict as every page's has to be. */
function isStrict(policy: string): boolean {
  const scripts = /script-src [^;]*/.exec(policy)?.[0] ?? "*";
  return (
    policy.includes("default-src 'self'") &&
    policy.includes("frame-ancestors 'none'") &&
    !/unsafe|https?:|\*/.test(scripts)
  );
}

/** Fills in the sign-in form of a page, or the one below another form, and sends it. */
export async function fillSignIn(form: Page | Locator, { email, password }: Omit<Admin, "cookies">): Promise<void> {
  await form.getByLabel("E-mail", { exact: true }).fill(email);
  await form.getByLabel("Password").fill(password);
  await form.getByRole("button", { name: "Sign in" }).click();
}

/** Opens a page of the staff as the first admin, in the session that tests share. */
export async function signIn(page: Page, { admin }: Service, path: string): Promise<void> {
  await page.context().addCookies(admin.cookies.map((cookie) => ({ ...cookie, url: "http://127.0.0.1" })));
  await page.goto(path);
}

/** Replaces a one-time password, on the page that opens after signing in with it. */
export async function chooseFirstPassword(page: Page, chosen = "a password of my own"): Promise<void> {
  await page.getByLabel("New password").fill(chosen);
  await page.getByRole("button", { name: "Save password" }).click();
}

/** Invites a person, who chooses a password. Returns how they sign in from now on. */
export async function becomeColleague(page: Page, service: Service, email: string, role = "staff") {
  const password = "a password of my own";
  const body = { email, role };
  const { link } = await call<{ link: string }>(service, "/people/invitations", { method: "POST", body });
  await page.goto(link);
  await chooseFirstPassword(page, password);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  return { email, password };
}

/** Opens a page and waits until its scripts handle clicks and keys: React marks each element that it takes over. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll("main :is(a, button, input, select)")];
    const isHydrated = (element: Element) => Object.keys(element).some((name) => name.startsWith("__react"));
    return controls.length > 0 && controls.every(isHydrated);
  });
  // React marks a control before it calls effects, which listen for keys. The page is idle after both.
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 2_000 })));
}
