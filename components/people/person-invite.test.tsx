import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "@/e2e/components/accessibility";
import { network } from "@/e2e/components/network";
import { show } from "@/e2e/components/page";
import { PersonInvite } from "./person-invite";

test("when the session ends while somebody is invited, the form asks to sign in again and goes on", async () => {
  await network.replay("person-invited");
  await network.refuse("POST /v1/people", "session-ended");
  await network.refuse("POST /api/auth/sign-in", "session-renewed");
  await show(<PersonInvite />, { path: "/staff/people", person: "ada" });
  await page.getByRole("button", { name: "Invite a person" }).click();
  const sheet = page.getByRole("dialog", { name: "Invite a person" });
  const email = sheet.getByLabelText("E-mail").first();
  const send = sheet.getByRole("button", { name: "Invite", exact: true });
  await email.fill("anna@shelter.example");
  await send.click();
  const again = page.getByRole("form", { name: "Sign in again" });
  await again.getByLabelText("E-mail").fill("ada@shelter.example");
  await expectAccessible();
  // Sending it once more keeps what was typed into the sign-in.
  const sent = network.writes().length;
  await send.click();
  await expect.poll(() => network.writes().length).toBeGreaterThan(sent);
  await expect.element(send).toHaveAttribute("aria-disabled", "false");
  await expect.element(again.getByLabelText("E-mail")).toHaveValue("ada@shelter.example");
  await again.getByLabelText("Password").fill("violet anchor seldom maple");
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect.element(again).not.toBeInTheDocument();
  await expect.element(send).toHaveFocus();
  await expect.element(email).toHaveValue("anna@shelter.example");
  network.recover();
  await userEvent.keyboard("{Enter}");
  const link = page.getByRole("textbox", { name: "Link for anna@shelter.example" });
  await expect.element(link).not.toHaveValue("");
  await expect.element(link).toHaveFocus();
});
