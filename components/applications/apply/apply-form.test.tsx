import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { network, read } from "@/e2e/components/network";
import { expectAccessible, router, show } from "@/e2e/components/page";
import { EMPTY_FORM } from "@/lib/applications/form";
import type { NewApplication } from "@/lib/applications/schema";
import { ApplyForm, UnsentText } from "./apply-form";

const name = page.getByLabelText("Your name");
const email = page.getByLabelText("E-mail");
const telephone = page.getByLabelText("Telephone");
const message = page.getByLabelText("what should we know?");
const consent = page.getByRole("checkbox", { name: /keeps what I write/ });
const submit = page.getByRole("button", { name: "Send to the shelter" });
const again = page.getByRole("button", { name: "Try again now" });
const WIDE_NAME = "Bartholomew-Maximilian-the-Third-of-".repeat(7);

let passed = 0;
/** Lets time pass for what is measured: a form that is sent at once counts as spam, and a refusal may ask to wait. */
function pass(milliseconds: number): void {
  passed += milliseconds;
  const real = Performance.prototype.now;
  vi.spyOn(performance, "now").mockImplementation(() => real.call(performance) + passed);
}

/** Shows the form whose texts a recorded exchange has. */
async function open(exchange = "application-entered") {
  passed = 0;
  await network.replay(exchange);
  const sent = (await read(exchange)).request.body as NewApplication;
  const { formToken = "", retryToken } = sent;
  const first = { values: EMPTY_FORM, formToken, retryToken, isReturned: false, refusal: null };
  const pet = { id: BigInt(sent.petId), name: WIDE_NAME };
  /** A page that is opened again has another id. */
  const showForm = (id = sent.id) =>
    show(
      <>
        <h1 id="apply-heading">Apply</h1>
        <ApplyForm pet={pet} shelterName="Pawhaven" first={{ ...first, id }} sendsMail={false} otherWays={null} />
        <UnsentText petId={pet.id} returned={null} />
      </>,
      { path: `/animals/${sent.petId}/apply` },
    );
  const fill = async () => {
    await name.fill(sent.name);
    await email.fill(sent.email);
    await message.fill(sent.message);
    await page.getByLabelText(/^Where would .+ live/).fill(sent.home ?? "");
    await consent.click();
    pass(4_000);
  };
  return { shown: await showForm(), showForm, fill };
}

test("on a phone, an empty form shows the first wrong field, with links to all, and a question asks for fewer", async () => {
  await page.viewport(360, 640);
  await open();
  expect(document.documentElement.scrollWidth).toBe(360);
  await submit.click();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription("Enter your name.");
  await expect.element(page.getByText("Enter your name.").last()).toBeInViewport({ ratio: 1 });
  const overview = page.getByRole("alert").filter({ hasText: "5 fields need your attention" });
  await expectAccessible();
  await overview.getByRole("link", { name: /^Agree to the privacy notice/ }).click();
  await expect.element(consent).toHaveFocus();
  await page.getByLabelText(/^I have a question about/).click();
  await expect.element(page.getByText("4 fields need your attention")).toBeVisible();
  await page.getByLabelText(/^I would like to adopt/).click();
  await expect.element(overview).toBeVisible();
  expect(network.writes()).toEqual([]);
});

test("a field says what is wrong when it is left after typing, and a typing error in an address is noticed", async () => {
  await open();
  // Tabbing through an empty field is not a mistake.
  await name.click();
  await userEvent.tab();
  await expect.element(email).toHaveFocus();
  await expect.element(name).not.toHaveAttribute("aria-invalid");
  await userEvent.keyboard("x@gmail.con");
  await userEvent.tab();
  await expect.element(page.getByRole("status").filter({ hasText: "Did you mean" })).toBeVisible();
  await userEvent.keyboard("abc");
  await expect.element(telephone).not.toHaveAttribute("aria-invalid");
  await userEvent.tab();
  const problem = "Enter a telephone number, such as +44 20 7946 0123.";
  await expect.element(page.getByRole("alert").filter({ hasText: problem })).toBeVisible();
  await expect.element(telephone).toHaveAccessibleDescription(problem);
  await telephone.fill("020 7946 0123");
  await expect.element(telephone).not.toHaveAttribute("aria-invalid");
  await page.getByRole("button", { name: "x@gmail.com" }).click();
  await expect.element(email).toHaveValue("x@gmail.com");
  await expect.element(email).toHaveFocus();
});

test("what is typed is there again when the page is opened again, until it is cleared", async () => {
  const { shown, showForm, fill } = await open();
  await fill();
  await shown.unmount();
  await showForm();
  const kept = page.getByText("We kept what you wrote.");
  await expect.element(kept).toBeVisible();
  await expect.element(message).toHaveValue("We have a sofa.");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.element(name).toHaveFocus();
  await expect.element(message).toHaveValue("");
  await expect.element(kept).not.toBeVisible();
});

test("while the service fails or cannot be reached, the form waits and sends the same application again", async () => {
  const { fill } = await open();
  await page.viewport(360, 640);
  await fill();
  await network.refuse("POST /v1/applications", "unavailable");
  const release = network.hold("POST /v1/applications");
  await submit.dblClick();
  await expect.element(page.getByRole("button", { name: "Sending…" })).toHaveAttribute("aria-disabled", "true");
  await expect.poll(network.writes).toHaveLength(1);
  release();
  await expect.element(page.getByText("The shelter’s service has a problem.")).toBeInViewport({ ratio: 1 });
  await expect.element(again).toBeInViewport({ ratio: 1 });
  await expect.element(submit).not.toBeInTheDocument();
  // The countdown, after which it is sent again, may end at any time until here.
  network.setOnline(false);
  await expect.element(page.getByText("It is sent again when your connection is back.")).toBeVisible();
  await expectAccessible();
  network.recover();
  network.setOnline(true);
  // Staff have no private page.
  await expect.element(page.getByRole("heading", { name: "The application is in the inbox" })).toHaveFocus();
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent("This service sends no mail, so nobody gets a link to follow it.");
  await expect.element(page.getByRole("link", { name: "Open the application" })).toBeVisible();
  const [first, ...others] = network.writes().map(({ body }) => body);
  expect(others.length).toBeGreaterThan(0);
  for (const body of others) expect(body).toEqual(first);
  expect(Object.keys(sessionStorage), "what was sent is forgotten").toEqual([]);
});

test("another text after a lost answer and a reload keeps its id, and the page says that the first one had arrived", async () => {
  const { shown, showForm, fill } = await open();
  await fill();
  await network.refuse("POST /v1/applications", "unavailable");
  await submit.click();
  await expect.element(again).toBeVisible();
  await shown.unmount();
  const { unmount } = await showForm(crypto.randomUUID());
  await page.getByRole("button", { name: "Clear" }).click();
  await unmount();
  await showForm(crypto.randomUUID());
  await network.replay("application-earlier");
  await fill();
  await message.fill("We have two sofas.");
  network.recover();
  await submit.click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Your first text had already arrived");
  expect(new Set(network.writes().map(({ body }) => (body as NewApplication).id)).size).toBe(1);
});

test("after a 429, the form says how long to wait, counts down and sends again", async () => {
  const { fill } = await open("application-entered");
  await fill();
  await network.refuse("POST /v1/applications", "application-limited");
  await submit.click();
  await expect.element(page.getByText("Your message was not sent yet.")).toBeVisible();
  await expect.element(page.getByRole("timer")).toMatchTextContent(/60 minutes|1 hour/);
  network.recover();
  // The countdown may begin only after it is shown.
  await expect
    .poll(() => {
      pass(3_601_000);
      return page.getByRole("timer").elements();
    })
    .toEqual([]);
  await expect.element(page.getByRole("heading", { name: "The application is in the inbox" })).toBeVisible();
});

test("when the animal is taken while somebody types, the text can still be read", async () => {
  const { shown, showForm, fill } = await open("application-taken");
  await fill();
  await submit.click();
  await expect.poll(() => router.refresh.mock.calls.length).toBe(1);
  await shown.unmount();
  await showForm();
  const text = page.getByRole("textbox", { name: "What you wrote" });
  await expect.element(text).toHaveValue("We have a sofa.\n\nHome: A house with a garden");
  await expect.element(page.getByText("It was not sent.")).toBeVisible();
});
