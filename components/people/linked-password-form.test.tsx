import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { LinkedPasswordForm } from "./linked-password-form";

const password = page.getByLabelText("New password");
const save = page.getByRole("button", { name: "Save password" });
const over = page.getByText("This link no longer works");

async function open(...exchanges: string[]): Promise<void> {
  await network.replay(...exchanges);
  await show(
    <>
      <h1>Choose a password</h1>
      <LinkedPasswordForm />
    </>,
    { path: "/staff/password#secret-1" },
  );
}

test("a weak password is refused at its field, and a link that is used meanwhile says so", async () => {
  await open("link-owner", "link-weak-password", "link-used-meanwhile");
  await expect.element(page.getByText("You sign in with vera@shelter.example")).toBeVisible();
  await password.fill("short");
  await save.click();
  await expect.element(password).toHaveAccessibleDescription(/10 characters/);
  await expect.poll(network.writes).toHaveLength(1);
  await password.fill("password123");
  await save.click();
  await expect.element(password).toHaveAccessibleDescription(/harder to guess/);
  await expect.element(password).toHaveFocus();
  await expectAccessible();
  await password.fill("plum lantern quietly seven");
  await save.click();
  await expect.element(over).toBeVisible();
});

test("a used link leads to a new one", async () => {
  await open("link-used");
  await expect.element(over).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Get a new link" })).toHaveAttribute("href", "/staff/forgot");
});
