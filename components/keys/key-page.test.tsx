import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { network, read } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import type { KeySecret } from "@/lib/keys/schema";
import { KeyPage } from "./key-page";

const edit = page.getByRole("button", { name: "Edit" });
const heading = (name: string) => page.getByRole("heading", { level: 1, name });

async function open(...exchanges: string[]): Promise<void> {
  await network.replay(...exchanges);
  const { id } = (await read("key-created")).body as KeySecret;
  await show(<KeyPage id={id} />, { path: `/staff/keys/${id}`, person: "ada" });
}

test("the name, the plan and the last day can be changed, and a double click sends one request", async () => {
  await open("key", "key-changed", "key-after-change");
  await edit.click();
  await page.getByLabelText("Name").fill("Web shop");
  await page.getByText("Limits", { exact: true }).click();
  await page.getByLabelText("Plan").selectOptions("pro");
  await page.getByLabelText("Expiry day").fill("2089-01-31");
  await expectAccessible();
  // The second click arrives before the answer, and so before the sheet closes.
  const release = network.hold("PATCH /v1/keys");
  await page.getByRole("button", { name: "Save" }).dblClick();
  release();
  await expect.element(heading("Web shop")).toBeVisible();
  await expect.element(page.getByText("Pro: 300 a minute, 10,000 a day")).toBeVisible();
  await expect.element(page.getByText(/31 Jan 2089/)).toBeVisible();
  await expect.element(edit).toHaveFocus();
  await expect.poll(network.writes).toHaveLength(1);
});

test("a new secret is shown once, without waiting for the key to be read again", async () => {
  await open("key", "key-rotated", "key-after-rotation", "key-ended-earlier", "key");
  const opener = page.getByRole("button", { name: "Create a new secret" });
  await opener.click();
  const release = network.hold("GET /v1/keys/");
  await page.getByRole("button", { name: "Create new secret" }).click();
  const { key } = (await read("key-rotated")).body as KeySecret;
  await expect.element(page.getByRole("textbox", { name: "The new secret of this key" })).toHaveValue(key);
  release();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect.element(opener).toHaveFocus();
  await expect.element(page.getByText(/The secret before this one works until/)).toBeVisible();
  await page.getByRole("button", { name: "End the old secret now" }).click();
  await page.getByRole("button", { name: "End it" }).click();
  await expect.element(page.getByText("Only the current secret works now.")).toBeVisible();
});

test("after a lost answer a rotation is sent again with its key, and a secret that was lost is replaced", async () => {
  const request = vi.spyOn(window, "fetch");
  await open("key", "key-rotated", "key-after-rotation");
  await page.getByRole("button", { name: "Create a new secret" }).click();
  const create = page.getByRole("button", { name: "Create new secret" });
  const problem = page.getByRole("dialog").getByRole("alert");
  await network.refuse("POST /v1/keys", "unavailable");
  await create.click();
  await expect.element(problem).toMatchTextContent("We do not know whether it was done. Try again");
  await network.refuse("POST /v1/keys", "key-rotated-before");
  await create.click();
  await expect
    .element(problem)
    .toMatchTextContent("No secret arrived. An earlier attempt has created one, but it was lost on the way.");
  await expectAccessible();
  network.recover();
  await create.click();
  await expect.element(page.getByRole("textbox", { name: "The new secret of this key" })).toBeVisible();
  const keys = request.mock.calls.flatMap(([, call]) => new Headers(call?.headers).get("Idempotency-Key") ?? []);
  expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(String(keys[0]))]);
});

test("revoking asks, with the focus on Cancel, and a revoked key has neither limits nor buttons", async () => {
  await open("key", "key-revoked", "key-after-revocation");
  const opener = page.getByRole("button", { name: "Revoke this key" });
  await opener.click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await expect.element(question).toMatchTextContent("No program has used this key yet.");
  await userEvent.keyboard("{Escape}");
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await question.getByRole("button", { name: "Revoke permanently" }).click();
  await expect.element(heading("Web shop")).toHaveFocus();
  for (const name of ["Limits now", "New secret", "End this key"])
    await expect.element(page.getByRole("heading", { name })).not.toBeInTheDocument();
  await expect.element(edit).not.toBeInTheDocument();
});

test("an unknown key: the page says so and offers the list", async () => {
  await network.refuse("GET /v1/keys/", "key-unknown");
  await open("key");
  await expect.element(page.getByRole("heading", { name: "There is no such key" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "See all keys" })).toBeVisible();
});
