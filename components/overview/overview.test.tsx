import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { network, read } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import type { ListedApplication } from "@/lib/applications/schema";
import { NewCount } from "./new-count";
import { Overview } from "./overview";

const exchangesOf = (name: string) =>
  ["counts", "orders", "to-tell", "fresh", "talking", "visit"].map((part) => `${name}-${part}`);
const FULL = [...exchangesOf("inbox"), "inbox-due-pet", "inbox-untold-pet", "inbox-adopter"];
const today = page.getByRole("region", { name: "To do" });
afterEach(() => void vi.useRealTimers());
const list = (name: string) => today.getByRole("list", { name });

async function open(...exchanges: string[]): Promise<void> {
  await network.replay(...exchanges);
  const [mine] = (await read("inbox-mine")).body as ListedApplication[];
  const me = mine?.handledBy?.id ?? "";
  await show(<Overview me={me} />, { path: "/staff", person: me });
}

test("it begins with hand-overs, whom to tell, new applications and one's own", async () => {
  await open(...FULL);
  await expect.element(list("Overdue")).toMatchTextContent(/Dahlia.*Hand-over to Otis Adopting/);
  await expect.element(list("Overdue").getByRole("button", { name: "Hand over" })).toBeVisible();
  await expect.element(list("To tell")).toMatchTextContent(/Theo Untold.*Clover is available again/);
  await expect
    .element(list("New applications"))
    .toMatchTextContent(/Iris Overdue.*For Aspen, sent.*Question about Elder/);
  await expect.element(list("Yours: talking")).toMatchTextContent("Wanda Mine");
  await expect
    .element(today.getByRole("link", { name: "1 adoption without a hand-over day" }))
    .toHaveAttribute("href", "/staff/adoptions#no-day");
  await expect.element(page.getByRole("list", { name: "Numbers" }).getByRole("listitem").nth(5)).toBeVisible();
  await expectAccessible();
  await page.viewport(320, 640);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test("what is planned for the next seven days is under its day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2030, 11, 4, 12) });
  await open(...FULL);
  await expect.element(list("Overdue")).toMatchTextContent(/Otis Adopting, 2 Dec/);
  await expect.element(list("Tomorrow")).toMatchTextContent(/Ember.*Visit by Vera Visiting, 15:30/);
});

test("each number leads to the list that it counts", async () => {
  await open(...FULL);
  for (const [label, href] of [
    ["Available", "/staff/animals?status=available"],
    ["Pending", "/staff/animals?status=pending"],
    ["Open adoptions", "/staff/adoptions"],
    ["Adopted this month", "/staff/adoptions?status=completed"],
    ["Without a photo", "/staff/animals?status=available&lacks=photo"],
    ["Without a story", "/staff/animals?status=available&lacks=story"],
  ] as const)
    await expect.element(page.getByRole("link", { name: label })).toHaveAttribute("href", href);
});

test("the chart says the week that is chosen with the keyboard or the mouse", async () => {
  await open(...FULL);
  const chart = page.getByRole("slider", { name: "Animals a week, Monday to Sunday" });
  await expect.element(chart).toHaveAttribute("aria-valuetext", "Week from 1 Jun: arrivals\u00a06, adoptions\u00a00");
  chart.element().focus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(chart).toHaveValue("10");
  const words = chart.element().getAttribute("aria-valuetext") ?? "";
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  const { width } = chart.element().getBoundingClientRect();
  for (const index of [0, 5, 11]) {
    await chart.click({ position: { x: ((index + 0.5) * width) / 12, y: 40 } });
    await expect.element(chart).toHaveValue(String(index));
  }
});

test("a day with nothing to do says so", async () => {
  await open(...exchangesOf("nothing"));
  await expect.element(today).toMatchTextContent("No hand-over or visit is planned for the next seven days, and every");
});

test("the navigation has the number of new applications from the start, and then the latest", async () => {
  await network.replay(...FULL);
  const answer = network.hold("GET /v1/overview");
  await show(
    <p>
      <NewCount first={{ count: 7, more: false }} />
    </p>,
  );
  await expect.element(page.getByText("7 new")).toBeVisible();
  answer();
  await expect.element(page.getByText("2 new")).toBeVisible();
});
