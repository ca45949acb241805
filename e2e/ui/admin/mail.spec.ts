import { freePort } from "../../../server/port";
import { headerOf, MailServer } from "../../testing/mail-server";
import { expectAccessible } from "../support/accessibility";
import { chooseFirstPassword, expect, type Service, signInByForm, startService, test } from "../support/service";

const server = new MailServer();
let service: Service;

test.beforeAll(async () => {
  await server.listen();
  const port = await freePort();
  service = await startService("mail", {
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "Happy Paws <hello@pets.example>",
  });
});
test.afterAll(async () => {
  await service.launcher.clean();
  await server.close();
});

/** Waits for the mail with this subject to an e-mail address, and returns its link. */
async function linkOf(email: string, subject: RegExp): Promise<string> {
  const find = () =>
    server.received.find(({ to, raw }) => to.includes(email) && subject.test(headerOf(raw, "Subject")))?.raw;
  await expect.poll(find, `a mail to ${email}`).toBeDefined();
  // Quoted-printable: long lines are cut.
  const text = find()?.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
  return /http:\/\/127\.0\.0\.1:\d+\/[^\s"<]*/.exec(text)?.[0] ?? "";
}

test.beforeEach(({ page }) => signInByForm(page, service));

test("a test e-mail arrives, and the mail page says so", async ({ page }) => {
  const { origin, staff } = service;
  await page.goto(`${origin}/staff/mail`);
  await expect(page.getByText("nothing yet")).toBeVisible();
  await page.getByRole("button", { name: "Send a test e-mail" }).click();
  await expect(page.getByText(`Sent to ${staff.email}. Check your inbox.`)).toBeVisible();
  await expect(page.getByText("All sent")).toBeVisible();
  await expect(page.getByText("nothing yet")).toHaveCount(0);
  expect(await linkOf(staff.email, /^Test e-mail/)).toBe(`${origin}/`);
});

test("the links of an invitation and of a forgotten password arrive", async ({ page, browser }) => {
  test.slow();
  const { origin } = service;
  const email = "mia@shelter.example";
  await page.goto(`${origin}/staff/people`);
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText(`The invitation is on its way to ${email}.`)).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);

  const mia = await (await browser.newContext({ baseURL: origin })).newPage();
  await mia.goto(await linkOf(email, /invitation/));
  await chooseFirstPassword(mia);
  await expect(mia.getByRole("button", { name: "Account" })).toBeVisible();

  await mia.goto("/staff/forgot");
  await mia.getByLabel("E-mail").fill(email);
  await mia.getByRole("button", { name: "Send the link" }).click();
  await expect(mia.getByText(`If somebody signs in with ${email}, a link is on its way there.`)).toBeVisible();
  await expectAccessible(mia);
  await mia.goto(await linkOf(email, /^A new password/));
  const password = "orange kettle under snow";
  await chooseFirstPassword(mia, password);
  await expect(mia.getByRole("button", { name: "Account" })).toBeVisible();
  await mia.context().close();
});

test("an e-mail that the mail server refuses for now waits, and the mail page says why", async ({ page }) => {
  const { origin, staff } = service;
  server.refuse = { step: "data", code: 451, text: "Our disk is full" };
  await page.goto(`${origin}/staff/mail`);
  await page.getByRole("button", { name: "Send a test e-mail" }).click();
  await expect(page.getByText("Not working")).toBeVisible();
  await expect(page.getByText(/Our disk is full/)).toBeVisible();
  await expect(page.getByText(`On its way to ${staff.email}.`)).toBeVisible();
  await expectAccessible(page);
});
