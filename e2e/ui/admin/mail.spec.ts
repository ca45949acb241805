import { freePort } from "../../../server/port";
import { headerOf, MailServer } from "../../testing/mail-server";
import { expectAccessible } from "../support/accessibility";
import { chooseFirstPassword, expect, signIn, startService, test } from "../support/service";

const server = new MailServer();

/** Waits for the mail with this subject to an e-mail address, and returns its link. */
async function linkOf(email: string, subject: RegExp): Promise<string> {
  const find = () =>
    server.received.find(({ to, raw }) => to.includes(email) && subject.test(headerOf(raw, "Subject")))?.raw;
  await expect.poll(find, `a mail to ${email}`).toBeDefined();
  // Quoted-printable: long lines are cut.
  const text = find()?.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
  return /http:\/\/127\.0\.0\.1:\d+\/[^\s"<]*/.exec(text)?.[0] ?? "";
}

test("with a mail server, links of invitations and forgotten passwords arrive, and the mail page says what does not", async ({
  page,
  elsewhere,
}) => {
  await server.listen();
  const port = await freePort();
  const SITE_URL = `http://127.0.0.1:${port}`;
  const service = await startService("mail", {
    PORT: String(port),
    SITE_URL,
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "Happy Paws <hello@pets.example>",
  });
  try {
    await signIn(page, service, `${SITE_URL}/staff/mail`);
    await expect(page.getByText("nothing yet")).toBeVisible();
    await page.getByRole("button", { name: "Send a test e-mail" }).click();
    await expect(page.getByText(`Sent to ${service.admin.email}. Check your inbox.`)).toBeVisible();
    await expect(page.getByText("All sent")).toBeVisible();
    await expect(page.getByText("nothing yet")).toHaveCount(0);
    expect(await linkOf(service.admin.email, /^Test e-mail/)).toBe(`${SITE_URL}/`);

    const email = "mia@shelter.example";
    await page.goto(`${SITE_URL}/staff/people`);
    await page.getByRole("button", { name: "Invite a person" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(page.getByText(`The invitation is on its way to ${email}.`)).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    const mia = await elsewhere(await linkOf(email, /invitation/));
    await chooseFirstPassword(mia);
    await expect(mia.getByRole("button", { name: "Account" })).toBeVisible();
    await mia.goto(`${SITE_URL}/staff/forgot`);
    await mia.getByLabel("E-mail").fill(email);
    await mia.getByRole("button", { name: "Send the link" }).click();
    await expect(mia.getByText(`If somebody signs in with ${email}, a link is on its way there.`)).toBeVisible();
    await expectAccessible(mia);
    await mia.goto(await linkOf(email, /^A new password/));
    await chooseFirstPassword(mia, "orange kettle under snow");
    await expect(mia.getByRole("button", { name: "Account" })).toBeVisible();

    server.refuse = { step: "data", code: 451, text: "Our disk is full" };
    await page.goto(`${SITE_URL}/staff/mail`);
    await page.getByRole("button", { name: "Send a test e-mail" }).click();
    await expect(page.getByText("Not working")).toBeVisible();
    await expect(page.getByText(/Our disk is full/)).toBeVisible();
    await expect(page.getByText(`On its way to ${service.admin.email}.`)).toBeVisible();
    await expectAccessible(page);
  } finally {
    await service.launcher.clean();
    await server.close();
  }
});
