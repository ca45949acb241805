import { expectAccessible } from "../support/accessibility";
import { statusBadge, toast } from "../support/application-status";
import { loseAnswers } from "../support/breakable-network";
import { addPet, callWithKey } from "../support/key-calls";
import { expect, signIn, test } from "../support/service";
import { callAs, sendApplication } from "../support/staff-calls";

test.describe("the inbox", () => {
  test("an animal that is only marked as pending becomes available beside its application", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const petId = await addPet(service, "Marked");
    const id = await sendApplication(page, petId, { name: "Chris Doyle" });
    const setStatus = (status: string) =>
      callWithKey(service, `/pets/${petId}`, { method: "PATCH", ifMatch: "*", body: { status } });
    await setStatus("pending");
    await page.goto(`/staff/applications/${id}`);
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    const free = page.getByRole("button", { name: "Make Marked available" });
    await expect(free).toBeVisible();
    await expect(approve).toBeHidden();
    // Somebody else has changed the animal, so nothing is overwritten.
    await setStatus("available");
    await setStatus("pending");
    await free.click();
    await expect(page.getByRole("alert").filter({ hasText: "Nothing was changed." })).toBeVisible();
    await free.click();
    await expect(approve).toBeVisible();
    await expect(toast(page, "Marked is available.")).toBeVisible();
    await expect(page.locator("#decision-heading")).toBeFocused();
  });

  test("a cancelled adoption: without mail, a person has to tell the applicant", async ({ page, service }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Reef"), { name: "Nora Calm" });
    await page.goto(`/staff/applications/${id}`);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
    // Approving it also takes it over, and Undo takes back both.
    await expect(page.getByText("You handle it")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Nobody is handling it yet")).toBeVisible();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
    await page.getByRole("button", { name: "More steps" }).click();
    await page.getByRole("menuitem", { name: "Cancel adoption" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Tell Nora Calm yourself: this service sends no mail.");
    await question.getByRole("button", { name: "Cancel adoption" }).click();
    await expect(statusBadge(page)).toHaveText("Talking");
    await expect(page.getByText("that the adoption of Reef was cancelled: this service sends no mail.")).toBeVisible();
    await expectAccessible(page);
    await page.getByText("History").click();
    await expect(page.getByText(/^Entered by \S/)).toBeVisible();

    await page.goto("/staff");
    const toTell = page.getByRole("list", { name: "To tell" }).getByRole("listitem").filter({ hasText: "Nora Calm" });
    await expect(toTell).toContainText("The adoption of Reef was cancelled");
    await toTell.getByRole("link").click();
    await page.getByRole("button", { name: "Mark as told" }).click();
    await expect(toast(page, "Marked as told.")).toBeVisible();
    await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("The applicant does not know yet")).toBeVisible();
    await page.getByRole("button", { name: "Mark as told" }).click();
    await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
  });
});

test.describe("an application, on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("keys and links lead through the listed applications, and each leads to the reply", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const petId = await addPet(service, "Phoebe");
    await sendApplication(page, petId, { name: "Zoë Quick" });
    await sendApplication(page, petId, { name: "Rival Slow" });
    await page.goto(`/staff/applications?petId=${petId}`);
    await expect(page.getByRole("heading", { name: "2 applications" })).toBeVisible();
    for (const key of ["j", "ArrowDown", "k", "j"]) await page.keyboard.press(key);
    await expect(page.getByRole("link", { name: "Zoë Quick" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Zoë Quick" })).toBeFocused();
    const neighbours = page.getByRole("navigation", { name: "Neighbours" });
    await expect(neighbours).toContainText("2 of 2 applications");
    await neighbours.getByRole("link", { name: "Previous" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Rival Slow" })).toBeFocused();
    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { level: 1, name: "Zoë Quick" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Rival Slow" })).toBeVisible();

    await expect(page).toHaveTitle("Zoë Quick – Pawhaven");

    // The message and how to reach the applicant come first. Then what to do begins with the way to the reply.
    const letter = page.getByRole("region", { name: "Their message" });
    await expect(letter.getByRole("link", { name: "ada@home.example" })).toBeInViewport();
    const reply = page.getByRole("region", { name: "What next?" }).getByRole("link", { name: "Write a reply" });
    expect((await letter.boundingBox())?.y).toBeLessThan((await reply.boundingBox())?.y ?? 0);
    await reply.click();
    await expect(page.getByLabel("Your text")).toBeInViewport();
  });

  test("a step can be undone, and a reply and a note survive a reload", async ({ page, service }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Pebble"), { name: "Yara Quick" });
    await page.goto(`/staff/applications/${id}`);
    await page.getByRole("button", { name: "I’ll handle this" }).click();
    await expect(page.getByRole("button", { name: "Stop handling it" })).toBeVisible();
    await expect(page.getByText("It stays new until you choose “Talking”.")).toBeVisible();
    await page.getByRole("button", { name: "Visit" }).dblclick();
    await expect(statusBadge(page)).toHaveText("Visit");
    await toast(page, "Marked as “Visit”.").locator("..").getByRole("button", { name: "Undo" }).click();
    await expect(statusBadge(page)).toHaveText("New");

    await page.getByLabel("Start from a template").selectOption("Invite for a visit");
    // An e-mail with a gap is not opened.
    await page.getByRole("link", { name: "Open in my mail program" }).click();
    await expect(page.getByLabel("Your text")).toHaveAccessibleDescription(/Replace “\[day and time\]” first/);
    await expect(page.getByLabel("Your text")).toBeFocused();
    await page.getByLabel("Your text").fill("Come at 3 & bring Tom");
    await page.getByLabel("Start from a template").selectOption("Ask for details");
    await page.getByRole("button", { name: "Restore my text" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue("Come at 3 & bring Tom");
    const href = await page.getByRole("link", { name: "Open in my mail program" }).getAttribute("href");
    expect(href).toContain("mailto:ada@home.example?");
    expect(href).toContain(encodeURIComponent("Come at 3 & bring Tom"));
    await page.locator("summary", { hasText: "Note" }).click();
    await page.getByLabel("Only for the shelter").fill("Has a garden");
    await page.reload();
    await expect(page.getByLabel("Your text")).toHaveValue("Come at 3 & bring Tom");
    await expect(page.getByLabel("Only for the shelter")).toHaveValue("Has a garden");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(toast(page, "Note saved.")).toBeVisible();
  });

  test("approving keeps a text that somebody has written, and says that there is a template", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Fennel"), { name: "Wanda Quick" });
    await page.goto(`/staff/applications/${id}`);
    const text = page.getByLabel("Your text");
    const template = page.getByLabel("Start from a template");
    await text.fill("Can you come on Monday?");
    await expect(template).toHaveAccessibleDescription("");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
    await expect(statusBadge(page)).toHaveText("Approved");
    await expect(template).toHaveAccessibleDescription(
      "Your text stays until you choose “Approve”, the text for this decision.",
    );
    await expect(text).toHaveValue("Can you come on Monday?");
    await template.selectOption("Approve");
    await expect(text).toHaveValue(/Good news: Fennel can come/);
    await expect(template).toHaveAccessibleDescription("");
    await page.getByRole("button", { name: "Restore my text" }).click();
    await expect(text).toHaveValue("Can you come on Monday?");
  });

  test("a reply is kept once it is marked as sent, also when the answer is lost", async ({ page, service }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Quartz"), { name: "Xaver Quick" });
    await page.goto(`/staff/applications/${id}`);
    // A text with a gap is not kept. A reply can be marked as sent even if another program has sent it.
    const markSent = page.getByRole("button", { name: "Mark as sent" });
    await page.getByLabel("Start from a template").selectOption("Invite for a visit");
    await markSent.click();
    await expect(page.getByLabel("Your text")).toHaveAccessibleDescription(/Replace “\[day and time\]” first/);
    await expect(page.getByLabel("Your text")).toBeFocused();
    await page.getByLabel("Your text").fill("Come at 3 & bring Tom");
    await expect(markSent).toBeInViewport();
    await markSent.click();
    const kept = toast(page, "Your reply is kept. The application is now “Talking”.");
    await expect(statusBadge(page)).toHaveText("Talking");
    await expect(page.getByLabel("Your text")).toHaveValue("");
    await kept.locator("..").getByRole("button", { name: "Undo" }).click();
    await expect(statusBadge(page)).toHaveText("New");
    await expect(page.getByLabel("Your text")).toHaveValue("Come at 3 & bring Tom");
    await expect(page.getByText(/^Last reply/)).toHaveCount(0);
    await loseAnswers(page, `**/v1/applications/${id}`, { method: "PATCH" });
    await page.getByRole("button", { name: "Copy the text" }).click();
    await page.getByRole("button", { name: "Mark as sent" }).click();
    await expect(statusBadge(page)).toHaveText("Talking");
    await page.getByText(/^Last reply/).click();
    await expect(page.getByRole("region", { name: "Reply" }).getByText("Come at 3 & bring Tom")).toBeVisible();
  });

  test("approving and handing over ask first, and happen once when the answer is lost", async ({ page, service }) => {
    await signIn(page, service);
    const petId = await addPet(service, "Robin");
    const id = await sendApplication(page, petId, { name: "Willa Quick" });
    await sendApplication(page, petId, { name: "Vito Slow" });
    await page.goto(`/staff/applications/${id}`);
    await page.getByRole("button", { name: "I’ll handle this" }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Vito Slow (New) has asked, too");
    await expectAccessible(page);
    await page.getByLabel("Hand-over").fill("2020-01-01");
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("alertdialog").getByRole("alert")).toHaveText("This day has passed.");
    await expect(page.getByRole("button", { name: "Approve anyway" })).toBeFocused();
    await page.getByLabel("Hand-over").fill("2031-05-01");
    // An attempt whose answer is lost keeps the day, and what is repeated happens once.
    await page.route("**/v1/applications/*", (route) => route.abort());
    await loseAnswers(page, "**/v1/applications/*", { method: "PATCH" });
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("We do not know whether it was changed.")).toBeVisible();
    await page.unroute("**/v1/applications/*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(statusBadge(page)).toHaveText("Approved");
    await expect(page.getByRole("heading", { name: "What next?" })).toBeFocused();
    await expect(page.getByLabel("Hand-over", { exact: true })).toHaveValue("2031-05-01");
    await page.goto(`/staff/applications?petId=${petId}`);
    await expect(page.getByRole("listitem").filter({ hasText: "Willa Quick" })).toContainText("Hand-over 1 May 2031");
    await page.getByRole("link", { name: "Willa Quick" }).click();
    await page.getByRole("button", { name: "Hand over" }).click();
    const question = page.getByRole("alertdialog", { name: "Has Robin been handed to Willa Quick?" });
    await expect(question).toContainText(/It was planned for Thursday,? 1 May 2031\. This completes the adoption/);
    await expect(question).toContainText("Vito Slow (New) will be declined.");
    await question.getByRole("button", { name: "Handed over" }).click();
    await expect(page.getByText("The animal was handed over to the adopter.")).toBeVisible();
    await expect(toast(page, "Robin is handed over. 1 applicant to tell:")).toBeVisible();
    await expect(statusBadge(page)).toHaveText("Adopted");
    await expect(page.getByRole("heading", { name: "What next?" })).toBeFocused();
    await expect(page.getByText("You handled it")).toBeVisible();
    await expect(page.getByRole("button", { name: "Stop handling it" })).toHaveCount(0);
    await page.getByText("History").click();
    await expect(page.getByText("The animal was handed over", { exact: true })).toBeVisible();
  });

  test("without mail, those whose applications an adoption declines have to be told", async ({ page, service }) => {
    await signIn(page, service);
    const petId = await addPet(service, "Sable");
    const winner = await sendApplication(page, petId, { name: "Uma Quick" });
    const rival = await sendApplication(page, petId, { name: "Theo Slow" });
    const path = `/applications/${winner}`;
    const [approved] = await callAs<{ orderId: number }>(page, [
      { path, method: "PATCH", ifMatch: "*", body: { status: "approved" } },
    ]);
    await callAs(page, [{ path: `/store/orders/${approved?.orderId}/complete`, method: "POST", body: {} }]);
    await page.goto(`/staff/applications/${rival}?reply=adopted`);
    await expect(statusBadge(page)).toHaveText("Declined");
    await page.getByText("History").click();
    await expect(page.getByText("Declined, because Sable was adopted")).toBeVisible();
    // The service sends no mail, so somebody has to tell them.
    await page.goto("/staff");
    await page.getByRole("list", { name: "To tell" }).getByRole("link", { name: "Theo Slow" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue(/found a home with somebody else/);
    await expect(page.getByText("The applicant does not know yet")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Mark as told" }).click();
    await expect(toast(page, "Marked as told.")).toBeVisible();
    await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("The applicant does not know yet")).toBeVisible();
    await page.goto("/staff/applications?toTell=true");
    await expect(page.getByRole("heading", { name: /^\d+ applicants? to tell$/ })).toBeVisible();
    // Other tests may have left some.
    const rivalRow = page.getByRole("listitem").filter({ hasText: "Theo Slow" });
    await expect(rivalRow.getByText("Not told yet")).toBeVisible();
    await page.getByRole("link", { name: "Theo Slow" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue(/Sable has found a home with somebody else/);
    const others = page.getByRole("region", { name: "Other applications for this animal" });
    await expect(others.getByText("Adopted", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Reopen" }).click();
    await expect(statusBadge(page)).toHaveText("New");
  });

  test("once the animal has come back, a declined applicant who was not told may be reopened", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const petId = await addPet(service, "Mulberry");
    const winner = await sendApplication(page, petId, { name: "Odo Swift" });
    const rival = await sendApplication(page, petId, { name: "Minna Later" });
    const [approved] = await callAs<{ orderId: number }>(page, [
      { path: `/applications/${winner}`, method: "PATCH", ifMatch: "*", body: { status: "approved" } },
    ]);
    const order = `/store/orders/${approved?.orderId}`;
    // A return within a minute reopens what the adoption declined, but not what was changed since.
    const change = (body: object) => ({ path: `/applications/${rival}`, method: "PATCH", ifMatch: "*", body });
    await callAs(page, [
      { path: `${order}/complete`, method: "POST", body: {} },
      change({ status: "new" }),
      change({ status: "declined", toTell: true }),
    ]);
    await page.goto("/staff");
    const entry = page.getByRole("list", { name: "To tell" }).getByRole("listitem").filter({ hasText: "Minna Later" });
    await expect(entry).toContainText("Mulberry was adopted by somebody else");

    await callAs(page, [{ path: `${order}/return`, method: "POST", body: {} }]);
    await page.reload();
    await expect(entry).toContainText("Mulberry is available again");
    await entry.getByRole("link").click();
    await expect(page).toHaveURL(`/staff/applications/${rival}`);
    const next = page.getByRole("region", { name: "What next?" });
    await expect(next).toContainText("Mulberry is available again. The applicant does not know yet");
    await expect(next).not.toContainText("adopted by somebody else");
    await expect(page.getByLabel("Your text")).toHaveValue("");
    await expect(next.getByRole("button", { name: "Mark as told" })).toBeVisible();
    await expectAccessible(page);
    await next.getByRole("button", { name: "Reopen" }).click();
    await expect(statusBadge(page)).toHaveText("New");
    await expect(next).not.toContainText("does not know yet");
  });
});
