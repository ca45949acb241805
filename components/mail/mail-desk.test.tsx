import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "@/e2e/components/accessibility";
import { network } from "@/e2e/components/network";
import { show } from "@/e2e/components/page";
import { MailDesk } from "./mail-desk";

test("without a mail server, the page says what happens instead, and how to change that", async () => {
  await network.replay("mail-off");
  await show(
    <>
      <h1>Mail</h1>
      <MailDesk site={undefined} />
    </>,
    { path: "/staff/mail" },
  );
  await expect.element(page.getByRole("heading", { name: "This service sends no mail" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Send a test e-mail" })).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("textbox", { name: "Example of the settings" }))
    .toHaveValue(expect.stringMatching(/^SMTP_URL=smtps:.*\nMAIL_FROM=.*\nSITE_URL=https:/));
  await expect.element(page.getByRole("button", { name: "Copy: Example of the settings" })).toBeVisible();
  await expectAccessible();
});
