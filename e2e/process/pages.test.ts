import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { plainPhoto } from "@/e2e/api/support/photos";
import { childrenOf, Launcher, type Run } from "@/e2e/testing/launcher";
import { copyOfTemplate, templateKey } from "@/e2e/testing/template";
import { type NewProfile, NO_PROFILE } from "@/lib/pets/profile/schema";
import { isAlive } from "@/server/postgres/processes";

// What the whole service, with Next.js, answers without scripts: to people, search engines, feed readers, and previews
// of links.
const launcher = new Launcher(copyOfTemplate("pages"));
let service: Run;
let origin = "";

/** The URL that people open. The tests reach the service without the proxy that it leads to. */
const SITE = "https://pets.example";

beforeAll(async () => {
  const started = await launcher.startService({ SITE_URL: SITE, TRUSTED_PROXIES: "1" });
  [service, origin] = [started, started.origin];
});
afterAll(() => launcher.clean());

async function call(method: string, path: string, body?: object | Uint8Array<ArrayBuffer>) {
  const isPhoto = body instanceof Uint8Array;
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${templateKey()}`,
      ...(["PATCH", "PUT", "DELETE"].includes(method) && { "If-Match": "*" }),
      "Content-Type": isPhoto ? "image/jpeg" : "application/json",
    },
    ...(body && { body: isPhoto ? body : JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return response.status === 204 ? null : response.json();
}

async function add(name: string, pet: object = {}, profile: Partial<NewProfile> = {}): Promise<number> {
  const { id } = await call("POST", "/pets", { name, categoryId: 5, ...pet });
  await call("PATCH", `/pets/${id}/profile`, { ...NO_PROFILE, ...profile });
  return id;
}

/** Returns a URL of the site as the tests reach it. */
const here = (url: string) => new URL(url.replace(SITE, ""), origin);

/** Returns a page, without its scripts. */
async function open(path: string) {
  const response = await fetch(origin + path);
  const source = await response.text();
  const html = source.replace(/<script[^>]*>.*?<\/script>|<!--.*?-->/gs, "");
  const attribute = (of: string, name: string) =>
    decode(new RegExp(`<[a-z]+ ${of}[^>]* ${name}="([^"]*)"`).exec(html)?.[1]);
  return {
    status: response.status,
    source,
    html,
    title: decode(/<title>(.*?)<\/title>/s.exec(html)?.[1]),
    heading: decode(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, "")),
    meta: (name: string) => attribute(`(?:property|name)="${name}"`, "content"),
    canonical: attribute('rel="canonical"', "href"),
    nearest: names(html.split('data-part="nearest"')[1]?.split("</section>")[0]),
    cards: names(html.split('data-part="nearest"')[0]),
  };
}

const decode = (text = "") =>
  text.replace(
    /&(lt|gt|amp|quot|#x27);/g,
    (_, name) => ({ lt: "<", gt: ">", amp: "&", quot: '"' })[name as "lt"] ?? "'",
  );

const names = (html = "") => [...html.matchAll(/<h3>.*?<bdi>(.*?)<\/bdi>/gs)].map(([, name]) => decode(name));

/** A name that means something in HTML, and changes the direction of a text. */
const NAME = "</script><b>Zoë & \u2069\u202Eevil";
const ISOLATED = `\u2068${NAME.replace("\u2069", "")}\u2069`;

test("the page of an animal says what is known, whatever its name is, to people, previews and search engines", async () => {
  const story = "First <b>paragraph</b>.\n\nSecond.";
  const goodWith = { children: true, dogs: false, cats: null };
  const id = await add(NAME, {}, { story, sex: "female", size: "extra_large", goodWith });
  const photo = await plainPhoto(1200, 900).jpeg().toBuffer();
  const { urls } = await call("POST", `/pets/${id}/photos?alt=Asleep`, new Uint8Array(photo));
  const url = `${SITE}/animals/${id}`;
  const page = await open(`/animals/${id}`);
  expect(page).toMatchObject({ status: 200, heading: NAME, canonical: url });
  expect(page.title).toMatch(new RegExp(`^${ISOLATED.replace(/[</>&]/g, ".")}, hamster – `));
  expect(page.html).toContain("First &lt;b&gt;paragraph&lt;/b&gt;.");
  for (const fact of ["Hamster", "Female", "Extra large"]) expect(page.html).toContain(fact);
  expect(page.html).not.toContain("Breed");
  expect(page.meta("og:url")).toBe(url);
  expect(page.meta("description")).toContain(`${ISOLATED} is waiting for a home.`);
  expect(page.meta("twitter:card")).toBe("summary_large_image");
  expect(page.meta("og:image:alt")).toBe("Asleep");
  const image = await fetch(here(page.meta("og:image")));
  expect(image.headers.get("content-type")).toBe("image/jpeg");
  // Without scripts, photos are links to their files.
  expect(page.html).toContain(`href="${urls[1280]}"`);
  expect(page.html).toContain(`href="/animals/${id}/apply"`);
});

test("a pending or adopted animal says so, a changed one has its new name, and a removed one answers 404 until it is restored", async () => {
  const id = await add("Mistake", { categoryId: 6 });
  await call("PATCH", `/pets/${id}`, { name: "Correct", status: "pending" });
  const pending = await open(`/animals/${id}`);
  expect(pending.heading).toBe("Correct");
  expect(pending.html).toContain("is on hold, so nobody can apply just now");
  expect(pending.html).not.toContain(`href="/animals/${id}/apply"`);
  expect((await open("/?status=pending")).cards).toContain("Correct");

  await call("DELETE", `/pets/${id}`);
  const gone = await open(`/animals/${id}`);
  expect(gone.status).toBe(404);
  expect(gone.source).toContain("This animal is not here");
  expect((await open("/?status=pending")).cards).not.toContain("Correct");
  const [removal] = await call("GET", `/pets/${id}/history`);
  await call("POST", `/changes/${removal.id}/undo`);
  expect(await open(`/animals/${id}`)).toMatchObject({ status: 200, heading: "Correct" });

  await call("PATCH", `/pets/${id}`, { status: "sold" });
  expect((await open(`/animals/${id}`)).html).toContain("has found a home");
  expect((await open("/?status=sold")).cards).toContain("Correct");
  for (const unknown of ["0", "999999", "abc", "9223372036854775808"])
    expect((await open(`/animals/${unknown}`)).status).toBe(404);
  expect(await open("/nothing")).toMatchObject({ status: 404, title: expect.stringMatching(/^Page not found/) });
});

test("below an animal, others of its kind come first that are as old and large", async () => {
  const kind = { categoryId: 901 };
  await add("Old and large", kind, { bornOn: "2001", size: "large" });
  await add("Young and large", kind, { bornOn: String(new Date().getFullYear() - 3), size: "large" });
  await add("Old and small", kind, { bornOn: "2001", size: "small" });
  const small = await add("Small", kind, { bornOn: "2002", size: "small" });
  expect((await open(`/animals/${small}`)).nearest[0]).toBe("Old and small");
});

test("each list says what it shows, search engines leave out searches, and an unknown page is the first", async () => {
  for (const [path, description, robots] of [
    ["/?kind=hamster", /^Hamsters waiting for a home at /, ""],
    ["/?kind=cat&age=senior&good=children", /^Senior cats, good with children, at /, ""],
    ["/?q=Luna", /^Animals matching “Luna” at /, "noindex"],
  ] as const) {
    const page = await open(path);
    expect(page.canonical).toBe(SITE + path);
    expect(page.meta("description")).toMatch(description);
    expect(page.meta("robots"), path).toBe(robots);
  }
  const unknown = await open("/?status=all&cursor=nonsense");
  expect(unknown).toMatchObject({ status: 200, canonical: `${SITE}/?status=all` });
});

test("the feed and the sitemaps have each animal that is waiting, and robots.txt leaves out private pages", async () => {
  const [waiting, adopted] = [
    await add(NAME, {}, { story: "A <b>story</b>" }),
    await add("Adopted", { status: "sold" }),
  ];
  const url = `${SITE}/animals/${waiting}`;
  expect((await open("/")).html).toMatch(
    /<link rel="alternate" type="application\/atom\+xml"[^>]* href="[^"]*\/feed\.atom"/,
  );
  const feed = await fetch(`${origin}/feed.atom`);
  expect(feed.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const xml = await feed.text();
  expect(xml).toContain(`<id>${url}</id>`);
  expect(xml).toContain(
    `<title>${ISOLATED.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}, hamster</title>`,
  );
  expect(xml).not.toContain(`/animals/${adopted}<`);

  const read = async (address: string) => (await fetch(here(address))).text();
  const robots = await read("/robots.txt");
  for (const path of ["/staff", "/applications", "/v1"]) expect(robots).toContain(`Disallow: ${path}\n`);
  const addresses = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => String(address));
  const [pages = "", animals = ""] = addresses(await read(String(/^Sitemap: (.*)$/m.exec(robots)?.[1])));
  expect(addresses(await read(pages))).toContain(`${SITE}/privacy`);
  const listed = addresses(await read(animals));
  expect(listed).toContain(url);
  expect(listed).not.toContain(`${SITE}/animals/${adopted}`);
  expect((await fetch(`${origin}/sitemaps/animals-2.xml`)).status).toBe(404);
});

test("images are served as they are stored: the optimizer is off", async () => {
  expect((await fetch(`${origin}/_next/image?url=%2Fcards%2Fdog.png&w=640&q=75`)).status).toBe(404);
});

test("the page of a form refuses what no browser sends from it, and loses no text", async () => {
  const [waiting, adopted] = [await add("Asked for"), await add("Taken", { status: "sold" })];
  const form = {
    "Content-Type": "application/x-www-form-urlencoded",
    Accept: "text/html",
    "X-Forwarded-For": "10.0.0.7",
  };
  const post = (headers: Record<string, string>, body: BodyInit = "name=Bo", id = waiting) =>
    fetch(`${origin}/animals/${id}/apply`, {
      method: "POST",
      body,
      headers: { ...form, ...headers },
      redirect: "manual",
    });
  const typed = (name: string, message: string) =>
    new URLSearchParams({ name, email: `${name}@many.example`, message, consent: "yes" });

  const foreign = await post({ Origin: "https://evil.example" });
  expect([foreign.status, await foreign.text()]).toEqual([
    403,
    expect.stringContaining('<a href="">Open the form</a>'),
  ]);
  for (const body of ["name=Bo", ""]) {
    const own = await post({ Origin: SITE }, body);
    expect([own.status, (await own.text()).includes("need your attention")]).toEqual([200, true]);
  }
  const long = await post({}, `message=${"x".repeat(96 * 1024)}`);
  expect([long.status, await long.text()]).toEqual([
    413,
    expect.stringContaining("Go back: what you typed is still there."),
  ]);
  const put = await fetch(`${origin}/animals/${waiting}/apply`, { method: "PUT" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  const returned = encodeURIComponent(JSON.stringify({ values: { name: "Chosen" } }));
  const chosen = await fetch(`${origin}/animals/${waiting}/apply`, { headers: { "X-Returned-Form": returned } });
  expect([chosen.status, (await chosen.text()).includes("Chosen")]).toEqual([200, false]);

  const late = await (await post({}, typed("late", "We have a sofa."), adopted)).text();
  expect(late).toContain("has found a home");
  expect(late).toContain("We have a sofa.");
});

test.skipIf(process.platform === "win32")(
  "a conversion of a photo that hangs does not outlive the service",
  async () => {
    const photo = await plainPhoto(6_000, 4_000).jpeg().toBuffer();
    call("POST", `/pets/${await add("Large")}/photos`, new Uint8Array(photo)).catch(() => {});
    const converter = () => childrenOf(service.child.pid, "lib/pets/photos/converter.mjs")[0];
    const pid = await vi.waitUntil(converter, { interval: 5, timeout: 10_000 });
    process.kill(pid, "SIGSTOP");
    service.child.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    expect(isAlive(pid)).toBe(false);
  },
);
