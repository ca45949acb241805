import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { MailDesk } from "./mail-desk";

async function open(...exchanges: string[]) {
  await network.replay(...exchanges);
  return show(
    <>
      <h1>Mail</h1>
      <MailDesk />
    </>,
    { path: "/staff/mail" },
  );
}

test("without a mail server, the page says what happens instead, and how to change that", async () => {
  await open("mail-off");
  await expect.element(page.getByRole("heading", { name: "This service sends no mail" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Send a test e-mail" })).not.toBeInTheDocument();
  await expectAccessible();
});

test("a test e-mail is sent to oneself, and a server that refuses it is quoted", async () => {
  const shown = await open("mail-on", "mail-tested", "mail-sent");
  await expect.element(page.getByText("nothing yet")).toBeVisible();
  await page.getByRole("button", { name: "Send a test e-mail" }).click();
  await expect.element(page.getByText("On its way to ada@shelter.example.")).toBeVisible();
  await expect.element(page.getByText("All sent")).toBeVisible();
  await expect.element(page.getByText("nothing yet")).not.toBeInTheDocument();
  await shown.unmount();
  await open("mail-failing");
  await expect.element(page.getByText("Not working")).toBeVisible();
  await expect.element(page.getByText(/Our disk is full/)).toBeVisible();
});
