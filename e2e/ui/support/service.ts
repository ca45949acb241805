import {
  type Browser,
  type BrowserContextOptions,
  test as base,
  type Cookie,
  type Locator,
  type Page,
} from "@playwright/test";
import { Launcher, temporaryFolder } from "../../testing/launcher";
import { copyFirstStart } from "./first-start";

/** The service behind the pages. Each worker has its own process and data folder. */
export type Service = {
  launcher: Launcher;
  origin: string;
  /** The first admin, with their own password. */
  staff: { email: string; password: string };
  /** A key that may read and change animals. */
  key: string;
  session?: Cookie[];
};

/**
 * Starts a separate service with the demo data, as after its first start. The printed password has to be changed before
 * anything else. This function does it, unless the test asks for the printed one.
 */
export async function startService(
  purpose: string,
  environment: Record<string, string> = {},
  { firstPassword = "changed" as "changed" | "printed" } = {},
): Promise<Service> {
  const launcher = new Launcher(temporaryFolder(purpose));
  const { staff, key } = copyFirstStart(launcher.dataDir);
  const { origin } = await launcher.startService(environment);
  if (firstPassword === "changed") staff.password = await changePassword(origin, staff);
  return { launcher, origin, staff, key };
}

/** Changes the first password through the API of the pages, and returns the new one. */
async function changePassword(origin: string, { email, password }: Service["staff"]): Promise<string> {
  const newPassword = "violet anchor seldom maple";
  const post = (path: string, body: object, cookie = "") =>
    fetch(origin + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: origin, Cookie: cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await post("/api/auth/sign-in/email", { email, password });
  const cookies = signedIn.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  const changed = await post(
    "/api/auth/change-password",
    { currentPassword: password, newPassword },
    cookies.join("; "),
  );
  if (!changed.ok) throw new Error(`the first password was not changed: ${await changed.text()}`);
  return newPassword;
}

export const test = base.extend<{ page: Page }, { service: Service }>({
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
  baseURL: async ({ service }, use) => use(service.origin),
  /** A page that fails the test when it does something that no page may do. */
  page: async ({ page }, use) => {
    const problems = problemsOf(page);
    await use(page);
    // A handler may still be waiting for the answer to a request that nobody needs any more.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(problems).toEqual([]);
  },
});

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
export function isStrict(policy: string): boolean {
  const scripts = /script-src [^;]*/.exec(policy)?.[0] ?? "*";
  return (
    policy.includes("default-src 'self'") &&
    policy.includes("frame-ancestors 'none'") &&
    !/unsafe|https?:|\*/.test(scripts)
  );
}

export const { expect } = test;

/** The pages of staff that need no animal, application or key. */
export const STAFF_PAGES = [
  "/staff",
  "/staff/animals",
  "/staff/animals/import",
  "/staff/animals/removed",
  "/staff/applications",
  "/staff/adoptions",
  "/staff/keys",
  "/staff/people",
  "/staff/changes",
  "/staff/shelter",
  "/staff/mail",
  "/staff/account",
] as const;

/** Fills in the sign-in form of a page, or the one below another form, and sends it. */
export async function fillSignIn(form: Page | Locator, { email, password }: Service["staff"]): Promise<void> {
  await form.getByLabel("E-mail", { exact: true }).fill(email);
  await form.getByLabel("Password").fill(password);
  await form.getByRole("button", { name: "Sign in" }).click();
}

/** Replaces a one-time password, on the page that opens after signing in with it. */
export async function chooseFirstPassword(page: Page, chosen = "a password of my own"): Promise<void> {
  await page.getByLabel("New password").fill(chosen);
  await page.getByRole("button", { name: "Save password" }).click();
}

/** Signs in through the form as the first admin and waits for the list of animals. */
export async function signInByForm(page: Page, { origin, staff }: Service): Promise<void> {
  await page.goto(`${origin}/staff/animals`);
  await fillSignIn(page, staff);
  await expect(page.getByRole("heading", { level: 1, name: "Animals" })).toBeVisible();
}

/** Opens a page of the staff, the list of animals by default, signed in. The session is shared by a worker's tests. */
export async function signIn(page: Page, service: Service, path = "/staff/animals"): Promise<void> {
  if (service.session) {
    await page.context().addCookies(service.session);
    await page.goto(path);
    // A test that signed in again has replaced the session.
    if (!(await page.getByRole("form", { name: "Staff sign-in" }).isVisible())) return;
  }
  await signInByForm(page, service);
  service.session = await page.context().cookies();
  if (path !== "/staff/animals") await page.goto(path);
}

/** Chooses from the menu of the person who is signed in. */
export async function chooseFromAccount(page: Page, name: "Your account" | "Sign out"): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name }).click();
}

/** Chooses a page from the menu "Settings". */
export async function openSettings(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("menuitem", { name }).click();
}

/** What is there once the data of a page has arrived. */
const LOADED: Readonly<Record<string, string>> = {
  "/": "[data-part=card]",
  "/favourites": "main h2",
  "/animals/1": "h1",
  "/animals/59/apply": "h1",
  "/privacy": "h1",
  "/docs": "h1",
  "/staff": "[data-part=waiting]",
  "/staff/animals": "tbody tr",
  "/staff/animals/import": "textarea",
  "/staff/applications": "[data-part=application]",
  "/staff/adoptions": "[data-part=adoption]",
  "/staff/animals/removed": "h1",
  "/staff/keys": "tbody tr",
  "/staff/people": "[data-part=person]",
  "/staff/changes": "tbody tr",
  "/staff/shelter": "main form",
  "/staff/mail": "main h2",
  "/staff/account": "input[type=password]",
};

/** Waits until a page shows its data. */
export async function expectLoaded(page: Page, path: string): Promise<void> {
  const selector = LOADED[path.replace(/\?.*/, "")];
  if (selector === undefined) throw new Error(`say in e2e/ui/support/service.ts what ${path} shows when it has loaded`);
  await expect(page.locator(selector).first()).toBeVisible();
  await expect(page.getByText("Loading…")).toHaveCount(0);
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

/** Returns the list of requests to the API that the page sends from now on. */
export function apiRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/v1"))
      seen.push(`${request.method()} ${request.url().slice(new URL(request.url()).origin.length)}`);
  });
  return seen;
}

/**
 * Adds a person with the command line, who signs in, in another browser, and chooses a password. Returns their page,
 * with the list of animals.
 */
export async function newColleague(
  browser: Browser,
  { origin, launcher }: Service,
  args: [email: string, ...flags: string[]],
  device: BrowserContextOptions = {},
): Promise<Page> {
  const { output } = await launcher.runToEnd(["staff", "add", ...args]);
  const page = await (await browser.newContext({ ...device, baseURL: origin })).newPage();
  await page.goto("/staff/animals");
  await fillSignIn(page, { email: args[0], password: output.split("\n")[1] ?? "" });
  await chooseFirstPassword(page);
  await expect(page.getByRole("heading", { level: 1, name: "Animals" })).toBeVisible();
  return page;
}
