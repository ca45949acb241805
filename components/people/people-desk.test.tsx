import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { network, read } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import type { Person } from "@/lib/people/schema";
import { PeopleDesk } from "./people-desk";

const ada = page.getByRole("row", { name: "ada@shelter.example" });
const anna = page.getByRole("row", { name: "anna@shelter.example" });

/** Opens the page as Ada, who was added first. */
async function open(...exchanges: string[]): Promise<void> {
  await network.replay(...exchanges);
  const own = ((await read("people")).body as Person[]).at(-1);
  await show(<PeopleDesk />, { path: "/staff/people", person: own?.id });
}

/** Chooses from the menu of a row. */
async function choose(name: string, row = anna): Promise<void> {
  await row.getByRole("button", { name: "Actions for" }).click();
  await page.getByRole("menuitem", { name }).click();
}

test("one's own row offers nothing that the service would refuse", async () => {
  await open("people");
  await expect.element(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  await expect.element(ada).toMatchTextContent("Ada (you)");
  expect(ada.getByRole("button").elements()).toEqual([]);
  await expect.element(ada.getByRole("link", { name: "Your account" })).toBeVisible();
  await expect.element(page.getByText("1 person, 1 admin, 1 invited")).toBeVisible();
  await expect.element(anna).toMatchTextContent("Staff,Invited, 7 days left");
  await expectAccessible();
});

test("an invitation shows its link once, and a wrong or taken e-mail address is explained", async () => {
  await open("people-alone", "person-taken", "person-invited", "people");
  const opener = page.getByRole("button", { name: "Invite a person" });
  await opener.click();
  const [email, send] = [page.getByLabelText("E-mail"), page.getByRole("button", { name: "Invite", exact: true })];
  await email.fill("not an address");
  await send.click();
  await expect.element(email).toHaveAccessibleDescription(/Enter an e-mail address/);
  await email.fill("ada@shelter.example");
  await send.click();
  await expect.element(email).toHaveAccessibleDescription(/^There is already a person/);
  await expect.element(email).toHaveFocus();
  await email.fill("anna@shelter.example");
  await send.click();
  await expect.element(page.getByRole("textbox", { name: "Link for anna@shelter.example" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect.element(opener).toHaveFocus();
  await expect.element(anna).toBeVisible();
});

test("a new link is shown, and the focus returns to its button, which a phone has in the menu", async () => {
  await open("people", "person-link-renewed");
  const again = anna.getByRole("button", { name: "New link" });
  await again.click();
  await expect.element(page.getByRole("dialog", { name: "Anna" })).toMatchTextContent("Link for anna@shelter.example");
  await page.getByRole("button", { name: "Done" }).click();
  await expect.element(again).toHaveFocus();
  await page.viewport(360, 740);
  await expect.element(again).not.toBeInTheDocument();
  await choose("New link");
  await expect.element(page.getByRole("dialog", { name: "Anna" })).toBeVisible();
});

test("a new role asks first and can be undone, and the menu keeps the focus", async () => {
  await open("people", "person-made-admin", "people-with-admin", "person-made-staff", "people-with-staff");
  await choose("Make admin");
  const question = page.getByRole("alertdialog", { name: "Make Anna an admin?" });
  await expectAccessible();
  await question.getByRole("button", { name: "Make admin" }).click();
  await expect.element(anna).toMatchTextContent("Admin,");
  await expect.element(page.getByText("Anna is an admin now.")).toBeVisible();
  await expect.element(anna.getByRole("button", { name: "Actions for Anna" })).toHaveFocus();
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
  await expect.element(anna).toMatchTextContent("Staff,");
});

test("a new name is reported, and the menu keeps the focus", async () => {
  await open("people", "person-renamed", "people-renamed");
  await choose("Change name");
  const dialog = page.getByRole("dialog", { name: "Change the name of Anna" });
  await dialog.getByLabelText("Name").fill("Anna van Dyk");
  await dialog.getByRole("button", { name: "Save name" }).click();
  await expect.element(page.getByText("The name was changed to Anna van Dyk.")).toBeVisible();
  await expect.element(anna.getByRole("button", { name: "Actions for Anna van Dyk" })).toHaveFocus();
});

test("somebody with a password can be signed out everywhere, get another password, and be disabled", async () => {
  await open(
    ...["people-with-password", "person-signed-out", "person-new-password", "person-with-password-disabled"],
    "people-with-password-disabled",
  );
  const mara = page.getByRole("row", { name: "mara@shelter.example" });
  const question = page.getByRole("alertdialog");
  await expect.element(mara).toMatchTextContent("One-time password, 3 days left");
  await choose("Sign out everywhere", mara);
  await expect.element(question).toMatchTextContent("Sign Mara out everywhere?");
  await question.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect.element(page.getByText("Mara was signed out everywhere.")).toBeVisible();
  await choose("New password", mara);
  await question.getByRole("button", { name: "Give new password" }).click();
  const secret = page.getByRole("textbox", { name: "One-time password of mara@shelter.example" });
  await expect.element(secret).toHaveValue(expect.stringContaining("secret"));
  await page.getByRole("button", { name: "Done" }).click();
  await choose("Disable", mara);
  await expect.element(question.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await question.getByRole("button", { name: "Disable" }).click();
  await expect.element(mara).toMatchTextContent("Disabled");
  await expect.element(page.getByText("Mara can no longer sign in.")).toBeVisible();
  await expect.element(mara.getByRole("button", { name: "Actions for Mara" })).toHaveFocus();
});
