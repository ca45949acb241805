import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { freePort } from "../../../server/port";
import { plainPhoto } from "../../api/support/photos";
import { addPet, callWithKey } from "./key-calls";
import { test as base, type Service, startService } from "./service";

/**
 * The service for tests of applications. Each test comes from another IP address, so that limits do not add up.
 */
export const test = base.extend<{ extraHTTPHeaders: Record<string, string> }, { service: Service }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here.
    async ({}, use) => {
      const service = await startService("applicants", ENVIRONMENT);
      await use(service);
      await service.launcher.clean();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  extraHTTPHeaders: async ({}, use) => use({ "X-Forwarded-For": `10.${randomInt(256)}.${randomInt(256)}.7` }),
});

export const { expect } = test;

/** A fixed port, so that a service that was killed comes back at the same URL. */
export const ENVIRONMENT = { TRUSTED_PROXIES: "1", PORT: String(await freePort()) };

/** The id of an animal of the demo data that is available. */
export const WAITING = 59;

/**
 * Adds an available animal, with a photo if asked to. Returns the path of its page, and a function that has it
 * adopted.
 */
export async function addSought(service: Service, photo?: "photo"): Promise<{ path: string; take(): Promise<void> }> {
  const id = await addPet(service, "Sought");
  const file = photo && (await plainPhoto(400, 300).jpeg().toBuffer());
  if (file) await callWithKey(service, `/pets/${id}/photos`, { method: "POST", body: file });
  return {
    path: `/animals/${id}`,
    take: () => callWithKey(service, `/pets/${id}`, { method: "PATCH", ifMatch: "*", body: { status: "sold" } }),
  };
}

/** Fills in the form, and returns the e-mail address. */
export async function fillIn(
  page: Page,
  message = "We would love to meet you.\nMay we come on Saturday?",
): Promise<string> {
  const email = `ada.${randomInt(1e9)}@home.example`;
  await page.getByLabel("Your name").fill("Ada Marlowe");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("what should we know?").fill(message);
  await page.getByLabel(/^Where would .+ live/).fill("A house with a garden");
  await page.getByLabel(/keeps what I write/).check();
  return email;
}

/**
 * Waits until the page is old enough: a form that is sent sooner counts as spam (lib/applications/limits.ts).
 */
export async function waitUntilPlausible(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(3_200);
}

/** Sends the form. */
export const submit = (page: Page) => page.getByRole("button", { name: "Send to the shelter" }).click();

/** Returns the applications of an animal as staff see them. */
export async function inboxOf({ origin, staff }: Service, petId: number, folder = "inbox"): Promise<{ id: string }[]> {
  const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify(staff),
  });
  const cookies = signedIn.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  const minted = await fetch(`${origin}/browser-token`, { headers: { Cookie: cookies.join("; ") } });
  const { token } = (await minted.json()) as { token: string };
  const listed = await fetch(`${origin}/v1/applications?limit=100&petId=${petId}&folder=${folder}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return (await listed.json()) as { id: string }[];
}

/** The form for the animal that is waiting. */
export const FORM = `/animals/${WAITING}/apply`;
export const ARRIVED = "Thank you! Your application has arrived";

/** Counts the applications for it in the inbox and in the suspicious folder. */
export const counts = async (service: Service) => ({
  inbox: (await inboxOf(service, WAITING)).length,
  suspicious: (await inboxOf(service, WAITING, "suspicious")).length,
});

/** Expects the applicant's page, which says that the application has arrived. */
export async function expectArrived(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/applications\/[\da-f-]{36}\/[\w-]{43}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(ARRIVED);
}

// What the tests of the inbox share.

/** Returns the status beside the name of the applicant. */
export const statusBadge = (page: Page) => page.locator("h1 + div strong");
/** Returns a message with this text. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);
