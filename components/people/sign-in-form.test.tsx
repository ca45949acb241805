import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, router, show } from "@/e2e/components/page";
import { SessionWatch } from "./session-watch";
import { SignInForm } from "./sign-in-form";

const [email, password] = [page.getByLabelText("E-mail"), page.getByRole("textbox", { name: "Password" })];

test("a wrong password is refused at its field, and the keyboard is enough to sign in", async () => {
  await network.replay("sign-in-wrong", "signed-in");
  const onSignedIn = vi.fn();
  await show(<SignInForm id="sign-in" heading="h1" title="Staff sign-in" onSignedIn={onSignedIn} />);
  await email.fill("ada@shelter.example");
  await userEvent.tab();
  await userEvent.keyboard("secret-1{Enter}");
  await expect.element(password).toHaveAccessibleDescription("The e-mail address or the password is wrong.");
  await expect.element(password).toHaveFocus();
  await expect.element(email).toHaveValue("ada@shelter.example");
  await expectAccessible();
  expect(onSignedIn).not.toHaveBeenCalled();
  await password.fill("secret-2");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
});

test("after too many attempts, the form says how long to wait", async () => {
  await network.replay("sign-in-limited");
  await show(<SignInForm id="sign-in" heading="h1" title="Staff sign-in" onSignedIn={() => {}} />);
  await email.fill("ada@shelter.example");
  await password.fill("secret-1");
  await page.getByRole("button", { name: "Sign in" }).click();
  const alert = page.getByRole("alert").filter({ hasText: /^Too many attempts\. Try again in \d+ seconds?\.$/ });
  await expect.element(alert).toBeVisible();
  await expect.element(email).toHaveValue("ada@shelter.example");
});

test("when somebody signs out in another tab, the page is covered until they sign in, and keeps what was typed", async () => {
  await network.replay("signed-in");
  await show(
    <>
      <SessionWatch email="ada@shelter.example" />
      <label>
        Name <input />
      </label>
    </>,
  );
  const typed = page.getByLabelText("Name");
  await typed.fill("Half typed");
  const otherTab = new BroadcastChannel("session");
  otherTab.postMessage("signed-out");
  const cover = page.getByRole("dialog", { name: "You were signed out" });
  await expect.element(cover).toBeVisible();
  await expect.element(password).toHaveFocus();
  await expect.element(email).toHaveValue("ada@shelter.example");
  await userEvent.keyboard("{Escape}");
  await expect.element(cover).toBeVisible();
  await expectAccessible();
  await password.fill("secret-2");
  await userEvent.keyboard("{Enter}");
  await expect.element(cover).not.toBeInTheDocument();
  await expect.element(typed).toHaveValue("Half typed");
  await expect.element(typed).toHaveFocus();
  await expect.poll(() => router.refresh.mock.calls.length).toBeGreaterThan(0);
  otherTab.close();
});
