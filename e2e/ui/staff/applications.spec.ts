import { expectAccessible } from "../support/accessibility";
import { statusBadge, toast } from "../support/applicants";
import { loseAnswers } from "../support/breakable-network";
import { addPet, callWithKey } from "../support/key-calls";
import { expect, signIn, test } from "../support/service";
import { sendApplication } from "../support/staff-calls";

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
    await expect(neighbours.getByRole("link")).toHaveText(["Previous application"]);
    await neighbours.getByRole("link").click();
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
    await page.getByRole("button", { name: "Visit" }).dblclick();
    await expect(statusBadge(page)).toHaveText("Visit");
    await toast(page, "Marked as “Visit”.").locator("..").getByRole("button", { name: "Undo" }).click();
    await expect(statusBadge(page)).toHaveText("New");

    await expect(page.getByLabel("Your text")).toBeHidden();
    await page.locator("summary", { hasText: "Write a reply" }).click();
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
    await page.locator("summary", { hasText: "Write a reply" }).click();
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
    await page.locator("summary", { hasText: "Write a reply" }).click();
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
});
