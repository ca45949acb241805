import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, router, show } from "@/e2e/components/page";
import { Navigation } from "./frame";
import { Link } from "./link";

test("offline, a banner says so, and a link keeps the page", async () => {
  await show(
    <>
      <Navigation />
      <h1>Animals</h1>
      <Link href="/animals/1">Biscuit</Link>
    </>,
    { path: "/" },
  );
  const link = page.getByRole("link", { name: "Biscuit" });
  const banner = page.getByRole("status").filter({ hasText: "You are offline." });
  network.setOnline(false);
  await expect.element(banner).toBeVisible();
  await link.click();
  expect(router.push).not.toHaveBeenCalled();
  await expectAccessible();
  network.setOnline(true);
  await expect.element(banner).not.toBeInTheDocument();
  await link.click();
  await expect.poll(() => router.push.mock.calls).toEqual([["/animals/1"]]);
});
