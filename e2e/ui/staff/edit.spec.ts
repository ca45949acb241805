import { expectAccessible } from "../support/accessibility";
import { addPet, callWithKey } from "../support/key-calls";
import { expect, signIn, test } from "../support/service";
import { nameOf, openSheet, readPet, save, sheet } from "../support/staff-list";

test.describe("editing an animal", () => {
  test("a typed kind that is not in the list stays, and is not saved", async ({ page, service }) => {
    const id = await addPet(service, "Steady", { categoryId: 1 });
    await signIn(page, service);
    await openSheet(page, id);
    const kind = sheet(page).getByLabel("Kind");
    await expect(kind).toHaveAttribute("placeholder", "Choose a kind");
    await kind.fill("unicorn");
    const noKind = "No kind of that name. Kinds are fixed: choose one, or type the number of another.";
    await expect(page.getByText(noKind)).toHaveCount(1);
    await page.keyboard.press("Tab");
    await expect(kind).toHaveValue("unicorn");
    await expect(kind).toHaveAccessibleDescription(noKind);
    await save(page).click();
    await expect(kind).toBeFocused();
    await expect(kind).toHaveValue("unicorn");
    await kind.fill("rab");
    await page.keyboard.press("Tab");
    await expect(kind).toHaveValue("Rabbit");
    await expect(kind).toHaveAccessibleDescription("");
  });

  test("name, kind, status, story and facts are saved, even with the keyboard only", async ({ page, service }) => {
    const id = await addPet(service, "Plain");
    await signIn(page, service);
    const answer = await page.goto("/staff/animals?new=1");
    expect(answer?.status()).toBe(200);
    await openSheet(page, id);
    // Spaces around the name are not stored.
    await nameOf(page).fill("  Fancy ");
    const kind = sheet(page).getByLabel("Kind");
    await kind.fill("rab");
    await expect(page.getByRole("option", { name: "Rabbit" })).toHaveAttribute("data-highlighted");
    await page.keyboard.press("Enter");
    await expect(kind).toHaveValue("Rabbit");
    await sheet(page).getByLabel("Status").selectOption("Pending");
    await sheet(page).getByLabel("Story").fill("Likes carrots.");
    await expect(sheet(page).getByText("14 of 2,000")).toBeVisible();
    // The suggestions are breeds of rabbits.
    await expect(page.locator("#common-breeds option[value='Lop']")).toHaveCount(1);
    await sheet(page).getByLabel("Breed").fill(" Lop mix ");
    await sheet(page).getByRole("radio", { name: "Estimate" }).check();
    await sheet(page).getByLabel("About").fill("3");
    await sheet(page).getByRole("group", { name: "Sex" }).getByRole("radio", { name: "Female" }).focus();
    await page.keyboard.press("Space");
    await sheet(page)
      .getByRole("group", { name: "Good with dogs" })
      .getByRole("radio", { name: "No", exact: true })
      .check();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Fancy was saved.")).toBeVisible();
    await expect(sheet(page)).toBeHidden();
    const pet = await readPet(service, id);
    expect(pet).toMatchObject({
      name: "Fancy",
      categoryId: 3,
      status: "pending",
      profile: {
        story: "Likes carrots.",
        breed: "Lop mix",
        sex: "female",
        bornOn: String(new Date().getUTCFullYear() - 3),
        goodWith: { children: null, dogs: false, cats: null },
      },
    });
  });

  test("the history shows a save of several fields as one entry, and undoes it as one", async ({ page, service }) => {
    const id = await addPet(service, "Plain");
    await signIn(page, service);
    await openSheet(page, id);
    await nameOf(page).fill("Fancy");
    await sheet(page).getByLabel("Kind").fill("rab");
    await page.keyboard.press("Tab");
    await sheet(page).getByLabel("Status").selectOption("Pending");
    await sheet(page).getByLabel("Story").fill("Likes carrots.");
    await sheet(page).getByRole("group", { name: "Sex" }).getByRole("radio", { name: "Female" }).check();
    await save(page).click();
    await expect(page.getByText("Fancy was saved.")).toBeVisible();
    await page.goto(`/staff/animals?history=${id}`);
    const changes = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
    await expect(changes).toContainText(["changed name, kind, status, story and sex", "added this animal"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(changes.first()).toContainText("undid a change of name, kind, status, story and sex");
    await expect(changes).toHaveCount(3);
    expect(await callWithKey(service, `/pets/${id}`)).toMatchObject({
      name: "Plain",
      categoryId: 2,
      status: "available",
    });
  });

  test("the toast undoes a save as a whole", async ({ page, service }) => {
    const id = await addPet(service, "Plain");
    await signIn(page, service);
    await openSheet(page, id);
    await nameOf(page).fill("Mistaken");
    await sheet(page).getByLabel("Story").fill("A mistake.");
    await save(page).click();
    await page.locator("[data-part=toast]", { hasText: "Mistaken was saved." }).getByRole("button").first().click();
    await expect(page.getByText("Undone.")).toBeVisible();
    expect(await readPet(service, id)).toMatchObject({ name: "Plain", profile: { story: null } });
  });

  test("messages at the fields are for people, and disappear when the field is corrected", async ({
    page,
    service,
  }) => {
    const id = await addPet(service, "Wordy");
    await signIn(page, service);
    await openSheet(page, id);
    await nameOf(page).fill("");
    await save(page).click();
    await expect(sheet(page).getByText("Enter a name")).toBeVisible();
    await expect(nameOf(page)).toBeFocused();
    await nameOf(page).fill("x".repeat(256));
    await expect(sheet(page).getByText("The name can have up to 255 characters")).toBeVisible();
    await expect(sheet(page).getByText("Enter a name")).toHaveCount(0);
    await nameOf(page).fill("Wordy");
    await expect(sheet(page).getByText(/up to 255/)).toHaveCount(0);
    await expect(nameOf(page)).not.toHaveAttribute("aria-invalid");
  });

  test("an age that is not understood stays as typed, says why, and is not saved", async ({ page, service }) => {
    const id = await addPet(service, "Ageless");
    const bornOn = async () => (await readPet(service, id))?.profile.bornOn;
    await signIn(page, service);
    await openSheet(page, id);
    const about = sheet(page).getByLabel("About");
    const unit = sheet(page).getByLabel("Unit");
    await sheet(page).getByRole("radio", { name: "Estimate" }).check();
    await save(page).click();
    await expect(sheet(page).getByText("Write about how old the animal is, or choose Not known")).toBeVisible();
    await expect(about).toBeFocused();
    await about.pressSequentially("120");
    await expect(about).toHaveValue("120");
    await expect(sheet(page).getByText(/^At most \d+ years$/)).toBeVisible();
    await unit.selectOption("months");
    await expect(sheet(page).getByText(/^At most/)).toHaveCount(0);
    await about.fill("");
    await about.pressSequentially("abc");
    await expect(about).toHaveValue("abc");
    await expect(unit).toHaveValue("months");
    await save(page).click();
    await expect(sheet(page).getByText("Write a whole number of months")).toBeVisible();
    expect(await bornOn()).toBeNull();

    await unit.selectOption("years");
    await about.fill("");
    await about.pressSequentially("1,5");
    await expect(about).toHaveValue("1,5");
    await expect(about).toHaveAccessibleDescription("18 months");
    await save(page).click();
    await expect(page.getByText("Ageless was saved.")).toBeVisible();
    const born = new Date();
    born.setUTCDate(1);
    born.setUTCMonth(born.getUTCMonth() - 18);
    expect(await bornOn()).toBe(born.toISOString().slice(0, 7));
    await openSheet(page, id);
    await expect(about).toHaveValue("18");
    await expect(unit).toHaveValue("months");

    await sheet(page).getByRole("radio", { name: "Date of birth" }).check();
    await save(page).click();
    await expect(sheet(page).getByText("Enter the date of birth, or choose Not known")).toBeVisible();
    expect(await bornOn()).toBe(born.toISOString().slice(0, 7));
  });

  test("an age that is less than the time in the shelter is pointed out", async ({ page, service }) => {
    await signIn(page, service);
    // An animal of the demo data, which came months ago.
    await openSheet(page, 5);
    const doubt = sheet(page).getByText(/^It came here on .*, so it was born before that\. Check the age\.$/);
    await sheet(page).getByLabel("About").fill("4");
    await expect(doubt).toHaveCount(0);
    await sheet(page).getByLabel("Unit").selectOption("months");
    await sheet(page).getByLabel("About").fill("0");
    await expect(doubt).toBeVisible();
    await expectAccessible(page);
  });
});
