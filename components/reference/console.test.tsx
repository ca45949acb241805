import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { network, read } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import type { ConsoleOperation } from "@/lib/reference/console";
import { Console } from "./console";

const SECRET = "pet_live_0001";
const parameter = (place: string, name: string, example = "", required = place !== "query") => ({
  ...{ name, in: place, required, description: `The ${name}.`, example },
});
const PET = { path: "/v1/pets/{petId}", parameters: [parameter("path", "petId", "5")] };
const LIST: ConsoleOperation = {
  ...{ method: "GET", path: "/v1/pets", body: null },
  parameters: [parameter("query", "ids", "1,2"), parameter("query", "include")],
};
const CHANGE: ConsoleOperation = {
  ...{ ...PET, method: "PATCH", parameters: [...PET.parameters, parameter("header", "If-Match", '"2"')] },
  body: { mediaTypes: ["application/json"], example: '{"status":"pending"}' },
};
const UPLOAD: ConsoleOperation = {
  ...{ ...PET, method: "POST", path: "/v1/pets/{petId}/photos" },
  body: { mediaTypes: ["image/png", "image/jpeg"], example: "" },
};
const DELETE: ConsoleOperation = { ...PET, method: "DELETE", body: null };

const key = page.getByLabelText("API key", { exact: true });
const shownBody = page.getByLabelText("Body of the answer");

const open = (operation: ConsoleOperation) =>
  show(
    <>
      <h1>An operation</h1>
      <Console operation={operation} />
    </>,
    { path: "/docs/anOperation" },
  );

/** `answer` is an exchange without times, which are relative to when it is read. */
type Case = { operation: ConsoleOperation; typed?: Record<string, string>; line: string; sent: object; answer: string };

test.each<Case>([
  {
    operation: LIST,
    typed: { ids: "1", include: "version,profile" },
    line: "GET /v1/pets?ids=1&include=version,profile",
    sent: { method: "GET", headers: { Authorization: `Bearer ${SECRET}` } },
    answer: "kinds",
  },
  {
    operation: CHANGE,
    line: "PATCH /v1/pets/5",
    sent: { headers: expect.objectContaining({ "If-Match": '"2"' }), body: '{"status":"pending"}' },
    answer: "cell-pending",
  },
  {
    operation: UPLOAD,
    typed: { petId: "7" },
    line: "POST /v1/pets/7/photos",
    sent: { headers: expect.objectContaining({ "Content-Type": "image/png" }), body: expect.any(File) },
    answer: "key-forbidden",
  },
  {
    operation: DELETE,
    typed: { petId: "a/b" },
    line: "DELETE /v1/pets/a%2Fb",
    sent: { method: "DELETE", credentials: "omit" },
    answer: "quiet-removed",
  },
])("sends $line, and shows the answer", async ({ operation, typed = {}, line, sent, answer }) => {
  const fetch = vi.spyOn(window, "fetch");
  const { status: code, headers, body } = await read(answer);
  await network.refuse(line, answer);
  await open(operation);
  await key.fill(SECRET);
  const more = page.getByText("Optional parameters");
  if (more.query()) await more.click();
  for (const [name, value] of Object.entries(typed)) await page.getByLabelText(name, { exact: true }).fill(value);
  if (operation === UPLOAD) await page.getByLabelText("Body").upload(new File(["{}"], "a.png", { type: "image/png" }));
  await expect.element(page.getByText(line, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Send ${operation.method}` }).click();
  await expect.element(page.getByRole("status")).toMatchTextContent(`Status ${code} after`);
  expect(fetch).toHaveBeenLastCalledWith(line.split(" ")[1], expect.objectContaining(sent));
  for (const text of Object.entries(headers).flat()) {
    await expect.element(page.getByRole("table")).toMatchTextContent(text);
  }
  if (body === null) await expect.element(shownBody).not.toBeInTheDocument();
  else await expect.element(shownBody).toHaveValue(JSON.stringify(body, null, 2));
});

test("on a phone: required fields, one request at a time, a lost answer, and the key stays for the next operation", async () => {
  await page.viewport(320, 640);
  await network.refuse("GET /v1/pets", "before");
  const release = network.hold("GET /v1/pets");
  const opened = await open(LIST);
  await key.fill("");
  await page.getByRole("button", { name: "Send GET" }).click();
  await expect.element(key).toHaveFocus();
  await key.fill(SECRET);
  await page.getByRole("button", { name: "Send GET" }).click();
  await expect.element(page.getByRole("button", { name: "Sending" })).toHaveAttribute("aria-disabled", "true");
  network.setOnline(false);
  release();
  await expect.element(page.getByRole("alert")).toMatchTextContent("No answer has come");
  network.setOnline(true);
  await page.getByRole("button", { name: "Send GET" }).click();
  await expect.element(shownBody).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
  await expectAccessible();
  await opened.unmount();
  await open(CHANGE);
  await expect.element(key).toHaveValue(SECRET);
  expect(JSON.stringify([localStorage, sessionStorage, document.cookie])).not.toContain(SECRET);
});
