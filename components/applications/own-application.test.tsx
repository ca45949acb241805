import { expect, test, vi } from "vitest";
import { cdp, page } from "vitest/browser";
import { expectAccessible, show } from "@/e2e/components/page";
import { AskedAlready } from "./apply/apply-form";
import { KeepLink } from "./keep-link";
import { MainAction, RememberLink, YourApplications } from "./own-application";
import { PetPortrait } from "./pet-portrait";
import { SentTexts, StatusSteps, Withdraw } from "./private-page";

const APPLICATION = { petId: "7", id: "an-id", secret: "a-secret", petName: "Biscuit", isQuestion: false };
const HREF = "/applications/an-id/a-secret";

/** What the private page remembers, and what other pages of the tab then show. */
const Pages = ({ isOver }: { isOver: boolean }) => (
  <>
    <h1>Biscuit</h1>
    <RememberLink application={APPLICATION} isOver={isOver} />
    <MainAction petId={7n}>
      <a href="/animals/7/apply">Adopt or ask about Biscuit</a>
    </MainAction>
    <YourApplications />
    <AskedAlready petId={7n} name="Biscuit" reply="Expect our reply soon." meanwhile={null}>
      <label>
        Your name <input />
      </label>
    </AskedAlready>
  </>
);

test("the tab remembers an application until it has ended, and whoever has applied may apply again", async () => {
  const shown = await show(<Pages isOver={false} />, { path: "/" });
  const own = page.getByRole("link", { name: "See your application" });
  await expect.element(own.first()).toHaveAttribute("href", HREF);
  const listed = page.getByRole("region", { name: "Your applications" }).getByRole("link");
  await expect.element(listed).toHaveAttribute("href", HREF);
  await expect.element(page.getByRole("link", { name: "Adopt or ask" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "You have already applied for Biscuit" })).toBeVisible();
  await expect.element(page.getByLabelText("Your name")).not.toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Apply again" }).click();
  await expect.element(page.getByLabelText("Your name")).toBeVisible();
  expect(localStorage.length).toBe(0);
  await shown.unmount();
  await show(<Pages isOver />, { path: "/" });
  await expect.element(page.getByRole("link", { name: "Adopt or ask" })).toBeVisible();
  await expect.element(own).not.toBeInTheDocument();
  expect(sessionStorage.getItem("applications")).toBe("[]");
});

test("the private link can be copied and sent to oneself", async () => {
  const url = `https://pets.example${HREF}`;
  await show(
    <>
      <h1>Thank you</h1>
      <KeepLink url={url} title="Your application" email="ada@home.example" mail="off" powers="read what you sent" />
    </>,
    { path: "/" },
  );
  await expect.element(page.getByLabelText("Your private link")).toHaveValue(url);
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expect.element(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await expect.element(page.getByText("The link was copied.")).toBeInTheDocument();
  expect(copied).toHaveBeenCalledWith(url);
  const mail = page.getByRole("link", { name: "E-mail it to myself" });
  await expect.element(mail).toHaveAttribute("href", expect.stringContaining(encodeURIComponent(url)));
});

test("the private page is accessible, and a long name fits on a phone and on paper", async () => {
  const name = "Bartholomew-Maximilian-the-Third-of-".repeat(7);
  const sent = { name, email: "ada@home.example", telephone: null, home: null, otherPets: null, message: name };
  const at = new Date("2026-01-31T12:00:00Z");
  await page.viewport(320, 640);
  await show(
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <h1 className="wrap-anywhere">{name}</h1>
      <PetPortrait pet={{ id: 7n, name, categoryId: 1n }} photo={undefined} breed={name} />
      <StatusSteps steps={[{ status: "new", at }]} isQuestion={false} />
      <SentTexts isOpen={false} sent={sent} />
      <Withdraw action={HREF} petName={name} isQuestion={false} />
    </div>,
    { path: HREF },
  );
  await page.getByText("What you sent us").click();
  await page.getByText("Withdraw my application").click();
  await expect.element(page.getByRole("button", { name: "Yes, withdraw it" })).toBeVisible();
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBe(320);
  await cdp().send("Emulation.setEmulatedMedia", { media: "print" });
  expect(document.documentElement.scrollWidth).toBe(320);
  await cdp().send("Emulation.setEmulatedMedia", { media: "" });
});
