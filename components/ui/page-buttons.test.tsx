import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show } from "@/e2e/components/page";
import { PrintButton, ShareButton } from "./page-buttons";

const URL_OF_PAGE = "https://pets.example/animals/1";

const setShare = (value: unknown) => Object.defineProperty(navigator, "share", { value, configurable: true });

beforeEach(() => setShare(undefined));

async function share(): Promise<void> {
  await show(<ShareButton title="Wrenlow" url={URL_OF_PAGE} />, { path: "/animals/1" });
  await page.getByRole("button", { name: "Share" }).click();
}

test("sharing opens the sheet of the system, which may be closed without sharing", async () => {
  const sheet = vi.fn().mockRejectedValue(new DOMException("closed", "AbortError"));
  setShare(sheet);
  await share();
  expect(sheet).toHaveBeenCalledWith({ title: "Wrenlow", url: URL_OF_PAGE });
  expect(page.getByText("Link copied.").elements()).toEqual([]);
});

test("without a sheet, sharing copies the link", async () => {
  const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await share();
  await expect.element(page.getByText("Link copied.")).toBeVisible();
  expect(copy).toHaveBeenCalledWith(URL_OF_PAGE);
});

test("where no page may copy, the link is shown", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
  vi.spyOn(document, "execCommand").mockReturnValue(false);
  await share();
  await expect.element(page.getByText(`Copy this link: ${URL_OF_PAGE}`)).toBeVisible();
});

test("printing waits for the pictures, and one that fails is missing on paper too", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => {
    expect([...document.images].every(({ complete }) => complete)).toBe(true);
  });
  const picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";
  await show(
    <>
      <PrintButton label="Print" />
      <div style={{ height: 9_000 }} />
      {[picture, "data:image/png,"].map((src) => (
        <img key={src} src={src} alt="" loading="lazy" />
      ))}
    </>,
  );
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => print.mock.calls.length).toBe(1);
});
