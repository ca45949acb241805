import { expectAccessible, expectFits } from "../support/accessibility";
import { addPet, call, newKind, photoFile, placeOrder, sendApplication, sendAsVisitor } from "../support/calls";
import { expect, signIn, test } from "../support/service";

// Each page in its plain state. Component tests check the contrast of its parts in both themes, and journeys that of
// import, bulk changes, photos and adoptions. So here it is checked only on pages without such a test.
const WITH_CONTRAST: string[] = [
  ...["/privacy", "/docs", "/docs/limits", "/docs/createPet", "/docs/search?q=photo"],
  ...["/nowhere", "/staff/changes", "/staff/account"],
];

test("each public page is accessible and fits at 320 pixels", async ({ page, service }) => {
  const id = await addPet(service, "Plain");
  await call(service, `/pets/${id}/photos`, { method: "POST", body: await photoFile(400) });
  const privatePath = await sendAsVisitor(service, id);
  await page.addInitScript((kept) => localStorage.setItem("favourites", JSON.stringify([kept])), String(id));
  for (const [path, loaded] of [
    ["/", "[data-part=card]"],
    [`/animals/${id}`, "h1"],
    [`/animals/${id}/apply`, "h1"],
    [privatePath, "[aria-current=step]"],
    ["/favourites", "[data-part=favourites] h3"],
    ["/privacy", "h1"],
    ["/docs", "h1"],
    ["/docs/limits", "[role=region]"],
    ["/docs/createPet", "[data-part=programs]"],
    ["/docs/search?q=photo", "mark"],
    ["/nowhere", "h1"],
    ["/staff/animals", "input[type=password]"],
    ["/staff/forgot", "h1"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator(loaded).first()).toBeVisible();
    await expectAccessible(page, WITH_CONTRAST.includes(path));
    await expectFits(page);
  }
});

test("each page of the API reference is served as a page and as Markdown, and is found without scripts", async ({
  elsewhere,
  service,
}) => {
  const page = await elsewhere("/docs", { javaScriptEnabled: false });
  const links = page.getByRole("navigation", { name: "API reference" }).locator('a[href^="/docs/"]');
  const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths) {
    const [html, markdown] = await Promise.all([path, `${path}.md`].map((at) => fetch(service.origin + at)));
    expect([html?.status, markdown?.status], path).toEqual([200, 200]);
    const [, title = ""] = /^# (.*)\n/.exec((await markdown?.text()) ?? "") ?? [];
    const text = (await html?.text()) ?? "";
    expect(text.match(/<h1[ >]/g), path).toHaveLength(1);
    expect(/<title>(.*?)<\/title>/.exec(text)?.[1]?.replaceAll("&#x27;", "'"), path).toContain(`${title} – API`);
  }
  await page.getByRole("searchbox", { name: "Search the reference" }).fill("wait after 429");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Limits: After a 429" }).click();
  await expect(page).toHaveURL(/\/docs\/limits#after-a-429$/);
  expect(await (await fetch(`${service.origin}/llms.txt`)).text()).toContain(`${service.origin}/docs/limits.md`);
});

test("each page of staff is accessible and fits at 320 pixels", async ({ page, service }) => {
  const kind = newKind();
  const [id, removed] = [
    await addPet(service, "Plain", { categoryId: kind }),
    await addPet(service, "Gone", { categoryId: kind }),
  ];
  await call(service, `/pets/${removed}`, { method: "DELETE" });
  const application = await sendApplication(service, id, "Ada Marlowe");
  await placeOrder(service, id);
  const key = await call<{ id: string }>(service, "/keys", { method: "POST", body: { name: "Looked at" } });
  await signIn(page, service, "/staff");
  for (const [path, loaded] of [
    ["/staff", "[data-part=waiting]"],
    [`/staff/animals?kind=${kind}`, "tbody tr"],
    ["/staff/animals/import", "textarea"],
    ["/staff/animals/removed", "main li"],
    [`/staff/applications?petId=${id}`, "[data-part=application]"],
    [`/staff/applications/${application}`, "h1"],
    [`/staff/adoptions?petId=${id}`, "[data-part=adoption]"],
    ["/staff/keys", "tbody tr"],
    [`/staff/keys/${key.id}`, "meter"],
    ["/staff/people", "[data-part=person]"],
    ["/staff/changes", "tbody tr"],
    ["/staff/shelter", "main form"],
    ["/staff/kinds", "tbody tr"],
    ["/staff/mail", "main h2"],
    ["/staff/account", "input[type=password]"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator(loaded).first()).toBeVisible();
    await expect(page.getByText("Loading…")).toHaveCount(0);
    await expect(page).toHaveTitle(/^[A-Z].* – Pawhaven$/);
    await expectAccessible(page, WITH_CONTRAST.includes(path));
    await expectFits(page);
  }

  // The link to the content leads past the header.
  await page.goto("/staff/mail");
  await expect(page.getByRole("link", { name: "“To tell”" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("main :focus")).toHaveCount(1);
  await expect(page.locator("[data-part=staff-header] :focus")).toHaveCount(0);

  // The header stays, and does not cover what gets the focus.
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto("/staff/changes?about=settings");
  const [header, filter] = [page.locator("[data-part=staff-header]"), page.getByLabel("Who", { exact: true })];
  await filter.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().y - 8));
  await filter.focus();
  const bottom = await header.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottom).toBeGreaterThan(40);
  await expect.poll(async () => (await filter.boundingBox())?.y).toBeGreaterThanOrEqual(bottom);
});
