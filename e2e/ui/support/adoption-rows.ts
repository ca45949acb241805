import type { Locator, Page } from "@playwright/test";
import type { OpeningHours } from "@/lib/shelter/hours";
import { addPet } from "./key-calls";
import { expect, type Service } from "./service";
import { callAs } from "./staff-calls";

/** Places an adoption through the API, for a new animal if none is given. */
export async function placeOrder(page: Page, service: Service, name: string, animal?: number): Promise<void> {
  const petId = animal ?? (await addPet(service, name, { categoryId: 1 }));
  await callAs(page, [{ method: "POST", path: "/store/orders", body: { petId } }]);
}

/** How many animals the demo has. The tests add more. */
const DEMO_PETS = 60;

/** Cancels the open adoptions of earlier tests, as the person who is signed in, so that new ones fit on a page. */
export async function cancelEarlierAdoptions(page: Page): Promise<void> {
  const [open = []] = await callAs<{ id: number; petId: number }[]>(page, [
    { path: "/store/orders?status=open&limit=100" },
  ]);
  const earlier = open.filter(({ petId }) => petId > DEMO_PETS);
  await callAs(
    page,
    earlier.map(({ id }) => ({ path: `/store/orders/${id}/cancel`, method: "POST", body: {} })),
  );
}

/** Returns the row of an animal. */
export const row = (page: Page, name: string) => page.getByRole("listitem", { name });
/** Returns the heading of the day that a row is under. */
export const headingOf = (page: Page, name: string) =>
  row(page, name).locator("xpath=preceding-sibling::li[@data-part='day'][1]").getByRole("heading");
/** Opens the form with the day of a hand-over, from a row or the page of an application. */
export async function openDay(within: Page | Locator): Promise<Locator> {
  const page = "page" in within ? within.page() : within;
  await within.getByRole("button", { name: /^(Set|Change) the day$/ }).click();
  return page.getByRole("dialog", { name: /^Hand-over of / });
}

/** Sets the day of a hand-over. */
export async function setDay(within: Page | Locator, day: string): Promise<void> {
  const form = await openDay(within);
  await form.getByLabel("Hand-over").fill(day);
  await form.getByLabel("Hand-over").press("Enter");
}

/** Expects the focus to be on another row or on the heading after a row has left the list. */
export async function expectFocusInList(page: Page): Promise<void> {
  await expect(page.locator("[data-part=adoption]:focus, #list-heading:focus")).toHaveCount(1);
}

/** Returns a notification by its text. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);

/** Lets a page believe that these are the opening hours. Other tests change those of the shelter. */
export async function withHours(page: Page, openingHours: OpeningHours | null): Promise<void> {
  await page.route("**/v1/shelter", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), openingHours } });
  });
}
