import { cancelEarlierAdoptions } from "../support/adoption-rows";
import { addPet } from "../support/key-calls";
import { expect, signIn, test } from "../support/service";
import { addPets, callAs, sendApplication } from "../support/staff-calls";

/** How many of the entries that a number counts are on the first page of their list. */
const onFirstPage = (count: string) => Math.min(Number(count), 20);

test.describe("the overview", () => {
  test("shows the numbers, and how long applications wait", async ({ page, service }) => {
    await signIn(page, service, "/staff");
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    const numbers = page.getByRole("list", { name: "Numbers" });
    const names = [
      "Available",
      "Pending",
      "Open adoptions",
      "Adopted this month",
      "Without a photo",
      "Without a story",
    ];
    for (const name of names)
      await expect(numbers.getByRole("link", { name: new RegExp(`^\\d[\\d,]*\\+? ${name}$`) })).toBeVisible();
    await expect(page.locator("[data-part=waiting]").first()).toBeVisible();

    // A phone says it in the same words.
    for (const width of [1_280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const lastMonth = numbers.getByText(/^Last month:\s\d/);
      await expect.poll(async () => (await lastMonth.boundingBox())?.width).toBeGreaterThan(60);
    }
    await expect(page.locator("[data-part=waiting]").first()).toContainText(/waiting for (\d|less)/);
  });

  test("the chart says the week that is chosen with the keyboard or the mouse", async ({ page, service }) => {
    await signIn(page, service, "/staff");
    const chart = page.getByRole("slider", { name: "Animals a week, Monday to Sunday" });
    const words = await chart.getAttribute("aria-valuetext");
    expect(words).toMatch(/^Week from \d+ \w+: arrivals\s\d+, adoptions\s\d+$/);
    await chart.press("ArrowLeft");
    await expect(chart).not.toHaveAttribute("aria-valuetext", words ?? "");
    await expect(page.getByText((await chart.getAttribute("aria-valuetext")) ?? "", { exact: true })).toBeVisible();
    // A bar is chosen where it is drawn.
    const box = await chart.boundingBox();
    for (const index of [0, 5, 11]) {
      await chart.click({ position: { x: ((index + 0.5) * (box?.width ?? 0)) / 12, y: 40 } });
      await expect(chart).toHaveValue(String(index));
    }
    await expect(chart).toHaveAttribute("aria-valuetext", words ?? "");
  });

  test("each number leads to its list", async ({ page, service }) => {
    await signIn(page, service, "/staff");
    const numbers = page.getByRole("list", { name: "Numbers" });
    const open = numbers.getByRole("link", { name: / Open adoptions$/ });
    const adoptions = (await open.textContent())?.match(/\d+/)?.[0] ?? "";
    await open.click();
    await expect(page.locator("[data-part=adoption]")).toHaveCount(onFirstPage(adoptions));
    const inbox = page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: /^Applications/ });
    await inbox.click();
    const all = page.getByRole("navigation", { name: "Filter by status" }).getByRole("link", { name: /^All \d/ });
    const count = (await all.textContent())?.match(/\d+/)?.[0] ?? "";
    await all.click();
    await expect(page).toHaveURL(/\/staff\/applications\?all=true$/);
    await expect(page.getByRole("heading", { name: /^(1–\d+ of )?\d+\+? applications?$/ })).toBeVisible();
    await expect(page.locator("[data-part=application]")).toHaveCount(onFirstPage(count));
  });

  test("begins with today’s and overdue hand-overs, new applications and those that I handle", async ({
    page,
    service,
  }) => {
    await signIn(page, service, "/staff");
    const toDo = page.getByRole("region", { name: "Today", exact: true });
    await page.route(/\/v1\/(applications|store\/orders)\?/, (route) => route.fulfill({ json: [] }));
    await page.reload();
    await expect(toDo).toHaveText("TodayNo hand-over is due, and every application has been answered.");
    await page.unrouteAll();

    await cancelEarlierAdoptions(page);
    const names = ["Due Today", "Due Before", "Due Later", "Due Some Day"];
    const [today = 0, before = 0, later = 0, someDay = 0] = await addPets(page, 1, names);
    const application = await sendApplication(page, later, { name: "Iris Under Way" });
    const people = await callAs<{ id: string; email: string }[]>(page, [{ path: "/people" }]);
    const me = people.flat().find(({ email }) => email === service.staff.email)?.id;
    const order = (petId: number, days: number) => {
      const shipDate = new Date(Date.now() + days * 86_400_000).toISOString();
      return { path: "/store/orders", method: "POST", body: { petId, shipDate } };
    };
    const change = { method: "PATCH", body: { handledBy: me, status: "talking" }, ifMatch: "*" };
    const undated = { path: "/store/orders", method: "POST", body: { petId: someDay } };
    await callAs(page, [
      order(today, 0),
      order(before, -2),
      undated,
      { path: `/applications/${application}`, ...change },
    ]);
    await page.reload();
    const entries = (name: string) => toDo.getByRole("list", { name }).getByRole("listitem");
    await expect(entries("Hand-overs").filter({ hasText: "Due Before" })).toContainText("Overdue");
    await expect(entries("Hand-overs").filter({ hasText: "Due Today" })).toContainText("Today");
    const withoutDay = toDo.getByRole("link", { name: /^\d+ adoptions? without a hand-over day$/ });
    await expect(withoutDay).toHaveAttribute("href", "/staff/adoptions#no-day");
    const mine = toDo.getByRole("link", { name: /^Yours: talking \d+$/ });
    await expect(mine).toHaveAttribute("href", `/staff/applications?handledBy=${me}`);
    await expect(entries("Yours").filter({ hasText: "Iris Under Way" })).toContainText("Due Later, sent ");
    await expect(entries("New applications").first()).toContainText(/ .+, sent .+/);
    const fresh = toDo.getByRole("link", { name: /^New applications \d+\+?$/ });
    await expect(fresh).toHaveAttribute("href", "/staff/applications");
    await entries("Hand-overs").filter({ hasText: "Due Today" }).getByRole("button", { name: "Hand over" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Handed over" }).click();
    await expect(page.getByText("Due Today is handed over.")).toBeVisible();
    await expect(entries("Hand-overs").filter({ hasText: "Due Today" })).toHaveCount(0);
    await expect(toDo.getByRole("heading", { name: "Today" })).toBeFocused();
    await toDo.getByRole("link", { name: "Due Before" }).click();
    await expect(page.locator("[data-part=adoption]")).toContainText("Due Before");
  });

  test("the list of each number of animals has exactly as many as the number says", async ({ page, service }) => {
    await signIn(page, service, "/staff");
    const added = await addPets(page, 1, ["Nobody Wrote"]);
    await callAs(page, [{ path: `/pets/${added[0]}`, method: "PATCH", body: { status: "sold" }, ifMatch: '"1"' }]);
    await addPets(page, 1, ["Nobody Drew"]);
    const lists = {
      Available: "available animals?",
      Pending: "pending animals?",
      "Adopted this month": "adopted animals? since 1 \\w{3,4}",
      "Without a photo": "available animals? without a photo",
      "Without a story": "available animals? without a story",
    };
    for (const [name, words] of Object.entries(lists)) {
      await page.goto("/staff");
      const tile = page.getByRole("link", { name: new RegExp(` ${name}$`) });
      const count = Number((await tile.textContent())?.match(/\d+/)?.[0]);
      expect(count).toBeGreaterThan(0);
      await tile.click();
      const heading = new RegExp(`^(1–\\d+ of )?${count} ${words}$`);
      await expect(page.getByRole("region", { name: heading })).toBeVisible();
      await expect(page.getByRole("row")).toHaveCount(1 + Math.min(count, 25));
    }
    await expect(page.getByRole("rowheader").filter({ hasText: "no photo" }).first()).toBeVisible();
    await page.getByLabel("Photo and story").selectOption("No photo");
    await expect(page).toHaveURL(/lacks=photo$/);
    // Each status has a number, although the counts by status and kind do not tell it.
    const statuses = page.getByRole("navigation", { name: "Filter by status" }).getByRole("link");
    await expect(statuses).toHaveText([/^All\s+\d/, /\d$/, /\d$/, /\d$/], { useInnerText: true });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Filter 1 set" }).click();
    await page.getByRole("dialog").getByLabel("Photo and story").selectOption("Photo and story: any");
    await expect(page).toHaveURL(/\/staff\/animals\?status=available$/);
  });

  test("counts a new animal, whose long name does not make it scroll sideways at 320 pixels", async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, service, "/staff");
    const available = page.getByRole("link", { name: / Available$/ });
    const before = Number((await available.textContent())?.match(/\d+/)?.[0]);
    await addPet(service, `${"Long".repeat(50)} שלום 🐾`, { categoryId: 1 });
    await page.reload();
    await expect(page.getByRole("link", { name: `${before + 1} Available` })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  test("the navigation has the number of new applications from the start", async ({ page, service }) => {
    await signIn(page, service);
    await sendApplication(page, await addPet(service, "Counted Early"), { name: "Early Bird" });
    await page.route("**/v1/overview", () => {});
    await page.goto("/staff/adoptions");
    await expect(page.getByRole("link", { name: /^Applications ?\d.* new$/ })).toBeVisible();
  });

  test("says when it cannot be loaded, and tries again", async ({ page, service }) => {
    await page.route("**/v1/overview", (route) => route.abort());
    await signIn(page, service, "/staff");
    await expect(page.getByText("The overview could not be loaded.")).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("link", { name: / Available$/ })).toBeVisible();
  });
});
