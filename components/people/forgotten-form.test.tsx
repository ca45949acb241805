import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { ForgottenForm } from "./forgotten-form";

test("whoever asks for a link is told where it goes, and a wrong e-mail address is refused at its field", async () => {
  await network.replay("link-asked");
  await show(
    <>
      <h1>Forgotten password</h1>
      <ForgottenForm />
    </>,
    { path: "/staff/forgot" },
  );
  const email = page.getByLabelText("E-mail");
  const send = page.getByRole("button", { name: "Send the link" });
  await email.fill("vera");
  await send.click();
  await expect.element(email).toHaveAccessibleDescription("Enter the e-mail address you sign in with");
  await email.fill("vera@shelter.example");
  await send.click();
  await expect
    .element(page.getByText("If somebody signs in with vera@shelter.example, a link is on its way there."))
    .toBeVisible();
  await expectAccessible();
});
