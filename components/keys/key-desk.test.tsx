import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { network, read } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import type { KeySecret } from "@/lib/keys/schema";
import { KeyDesk } from "./key-desk";

const opener = page.getByRole("button", { name: "Create a key" });
const send = page.getByRole("button", { name: "Create key" });
const name = page.getByLabelText("Name");
const box = (label: string) => page.getByRole("checkbox", { name: label, exact: true });

async function open(...exchanges: string[]): Promise<void> {
  await network.replay(...exchanges);
  await show(<KeyDesk />, { path: "/staff/keys", person: "ada" });
}

test("a created key is shown once, whole, and the first attempt to leave asks", async () => {
  await open("keys-before", "key-created", "keys");
  await opener.click();
  await name.fill("Website");
  await send.click();
  const { key } = (await read("key-created")).body as KeySecret;
  const field = page.getByRole("textbox", { name: "The new key" });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue(key);
  expect(field.element().scrollHeight).toBeLessThanOrEqual(field.element().clientHeight + 1);
  await expect.element(page.getByText(`"Authorization: Bearer ${key}"`)).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByText("Have you stored the key?")).toBeVisible();
  await expect.element(field).toBeVisible();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect.element(opener).toHaveFocus();
  await expect
    .element(page.getByRole("row", { name: "Website" }))
    .toMatchTextContent("Animals (read only); never expires");
  expect(document.body.innerHTML).not.toContain(key);
});

test("an error is shown at its field, in plain words, until it is corrected, and what was typed stays", async () => {
  await open("keys");
  await opener.click();
  for (const label of ["Read adoptions", "Add and change animals", "Place and change adoptions"])
    await expect.element(box(label)).not.toBeChecked();
  await expect.element(box("Read animals")).toHaveAccessibleDescription(/photos and stories/);
  await box("Read animals").click();
  await send.click();
  const group = page.getByRole("group", { name: "Permissions" });
  await expect.element(group).toHaveAccessibleDescription("Choose at least one permission");
  await expect.element(name).toHaveAccessibleDescription(/Enter a name/);
  await expect.element(name).toHaveFocus();
  await expectAccessible();
  await name.fill("Half given");
  await expect.element(page.getByText(/Enter a name/)).not.toBeInTheDocument();
  await box("Read animals").click();
  await page.getByText("Limits", { exact: true }).click();
  await page.getByLabelText("Expiry day").fill("2001-01-01");
  await send.click();
  await expect.element(page.getByLabelText("Expiry day")).toHaveFocus();
  await expect.element(page.getByLabelText("Expiry day")).toHaveAccessibleDescription(/Choose a day that has not/);
  await expect.element(name).toHaveValue("Half given");
  expect(network.writes()).toEqual([]);
});

test("the form says if the permission is missing, and is kept", async () => {
  await open("keys", "key-forbidden");
  await opener.click();
  await name.fill("Website");
  await send.click();
  await expect.element(page.getByText("Nothing was changed. You do not have permission to do this.")).toBeInViewport();
  await expect.element(name).toHaveValue("Website");
});
