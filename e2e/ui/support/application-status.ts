import type { Page } from "@playwright/test";

// What the tests of the inbox share.

/** Returns the status beside the name of the applicant. */
export const statusBadge = (page: Page) => page.locator("h1 + div strong");
/** Returns a message with this text. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);
