import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type Answer, fake, hold, requestPage, setUpFakePages, startServer } from "@/e2e/testing/fake-pages";

setUpFakePages();

const policyOf = ({ headers }: Answer) => String(headers["content-security-policy"]);
const scriptsOf = (answer: Answer) => /script-src ([^;]*)/.exec(policyOf(answer))?.[1] ?? "";
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

describe("policies", () => {
  test("the policy of a cached page has the hashes of its scripts and no nonce", async () => {
    const answer = await requestPage();
    expect(policyOf(answer)).not.toMatch(/nonce/);
    // Another script came into the page without the nonce, so it must not run.
    expect(scriptsOf(answer)).toBe(`'self' ${hashOf('push("1")')}`);
  });

  test("every other page has its own nonce, which no client can choose", async () => {
    const mine = "script-src 'nonce-mine'";
    const headers = { "content-security-policy": mine, "content-security-policy-report-only": mine };
    const nonces = new Set<string>();
    for (const path of ["/animals/1/apply", "/animals/1/apply", "/staff", "/nowhere"]) {
      const answer = await requestPage(path, headers);
      const nonce = /'nonce-([\w-]{22})'$/.exec(scriptsOf(answer))?.[1] ?? "";
      expect(answer.text).toContain(`<script nonce="${nonce}">push`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
    expect(JSON.stringify(fake.renders.map((render) => render.headers))).not.toContain("mine");
  });

  test("headers that would keep Next.js busy are cut or dropped", async () => {
    const nested = (depth: number) => `${'["",{"":'.repeat(depth)}["",{}]${"}]".repeat(depth)}`;
    const longState = JSON.stringify(["", { children: ["x".repeat(8_000), {}] }]);
    for (const state of [nested(10), nested(60), encodeURIComponent(nested(60)), longState]) {
      await requestPage("/animals/1/apply", { "next-router-state-tree": state, "user-agent": "a".repeat(5_000) });
    }
    expect(fake.renders.map(({ headers }) => headers["user-agent"]?.length)).toEqual(Array(4).fill(400));
    const states = fake.renders.map(({ headers }) => headers["next-router-state-tree"]);
    expect(states).toEqual([nested(10), undefined, undefined, undefined]);
  });

  test.each(["/", "/animals/1/apply"])(
    "the policy of %s restricts scripts, frames, forms and plug-ins",
    async (path) => {
      const answer = await requestPage(path);
      const directives = policyOf(answer).split("; ");
      for (const name of ["base-uri", "object-src", "frame-ancestors"]) expect(directives).toContain(`${name} 'none'`);
      for (const name of ["default-src", "form-action"]) expect(directives).toContain(`${name} 'self'`);
      expect(policyOf(answer).replace("style-src-attr 'unsafe-inline'", "")).not.toMatch(/unsafe|\*|https?:/);
      expect(answer.headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": expect.stringContaining("camera=()"),
      });
    },
  );

  test("documents may load nothing but the feed's style, fonts and photos, and other sites may read only public ones", async () => {
    fake.extra = { "Content-Type": "application/json" };
    const nothing = "default-src 'none'; frame-ancestors 'none'";
    for (const [path, policy, readers] of [
      ["/feed.atom", `${nothing}; style-src 'self'; font-src 'self'; img-src 'self'`, "cross-origin"],
      ["/openapi.json", nothing, "cross-origin"],
      ["/openapi-internal.json", nothing, "cross-origin"],
      ["/cards/dog.png", nothing, "cross-origin"],
      ["/browser-token", nothing, "same-origin"],
    ] as const) {
      const answer = await requestPage(path);
      expect([policyOf(answer), answer.headers["cross-origin-resource-policy"]]).toEqual([policy, readers]);
    }
  });

  test("HSTS is sent only over TLS", async () => {
    const hsts = async (headers = {}) => (await requestPage("/staff", headers)).headers["strict-transport-security"];
    const forwarded = { "x-forwarded-proto": "https" };
    expect(await hsts(forwarded)).toBeUndefined();
    await startServer({ TRUSTED_PROXIES: "1" });
    expect([await hsts(), await hsts(forwarded)]).toEqual([undefined, "max-age=31536000"]);
    await startServer({ SITE_URL: "https://pets.example" });
    expect(await hsts()).toBe("max-age=31536000");
    await startServer({ SITE_URL: "http://pets.example" });
    expect(await hsts()).toBeUndefined();
  });

  test("development allows eval and inline styles, and caches no pages", async () => {
    await startServer({}, { dev: true });
    expect(policyOf(await requestPage())).toMatch(
      /script-src [^;]*'nonce-[^;]*'unsafe-eval'; style-src 'self' 'unsafe-inline'/,
    );
    expect((await requestPage()).number).toBe(2);
  });

  test('public pages may be stored for "back", staff pages and errors may not, and other headers are kept', async () => {
    const cacheControl = async (path: string) => (await requestPage(path)).headers["cache-control"];
    expect(await cacheControl("/")).toBe("no-cache");
    for (const path of ["/animals/1/apply", "/?cursor=a", "/staffing"])
      expect(await cacheControl(path)).toBe("private, no-cache");
    for (const path of ["/staff", "/staff?status=sold", "/staff/keys"])
      expect(await cacheControl(path)).toMatch(/no-store/);
    for (const cache of ["s-maxage=31536000", "public, max-age=0", "no-store"]) {
      fake.extra = { "Cache-Control": cache };
      fake.status = 200;
      expect(await cacheControl("/animals/1/apply")).toBe(cache);
      for (const status of [404, 500, 503]) {
        fake.status = status;
        fake.time += 1_000;
        for (const path of ["/", "/animals/1/apply"]) expect(await cacheControl(path)).toBe("no-store");
      }
    }
  });
});

test("the private page of an application is stored nowhere, and its URL is sent to no other site", async () => {
  const { headers } = await requestPage("/applications/0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d/secret");
  expect(headers).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": expect.stringContaining("no-store"),
  });
  expect((await requestPage("/animals/1/apply")).headers).not.toHaveProperty("x-robots-tag");
});

test("a trailing slash redirects to the path itself, and never to another host", async () => {
  const redirect = async (url: string) => {
    const { status, headers } = await requestPage(url);
    return [status, headers.location];
  };
  expect(await redirect("/staff/")).toEqual([308, "/staff"]);
  expect(await redirect("/animals/1/?a=b/")).toEqual([308, "/animals/1?a=b/"]);
  expect(fake.renders).toEqual([]);
  for (const url of ["//evil.example/", "/\\evil.example/", "/", "/?a=/"])
    expect(await redirect(url)).toEqual([200, undefined]);
});

describe("limits", () => {
  beforeEach(() => startServer({ PAGE_LIMIT: "3,5" }));
  const statuses = async (...paths: string[]) => {
    const found: number[] = [];
    for (const path of paths) found.push((await requestPage(path)).status);
    return found;
  };

  test("pages, documents and unknown paths share a limit by IP address, files and health checks do not count", async () => {
    const free = ["/favicon.svg", "/animals.svg?x=1", "/cards/dog.png", "/livez"];
    expect(await statuses(...free)).toEqual([200, 200, 200, 200]);
    expect(await statuses("/", "/openapi.json", "/nowhere.png", "/", "/browser-token")).toEqual([
      200, 200, 200, 429, 429,
    ]);
    expect(await statuses(...free)).toEqual([200, 200, 200, 200]);
    expect(await statuses("/cards/none.png", "/%61nimals.svg", "/livez/")).toEqual([429, 429, 429]);
    fake.address = "203.0.113.2";
    expect(await statuses("/")).toEqual([200]);
  });

  test("IPv6 addresses of one /64 share a limit", async () => {
    fake.address = "2001:db8::1";
    expect(await statuses("/", "/")).toEqual([200, 200]);
    fake.address = "2001:db8:0:0:ffff::2";
    expect(await statuses("/", "/")).toEqual([200, 429]);
    fake.address = "2001:db8:0:1::1";
    expect(await statuses("/")).toEqual([200]);
  });

  test("a refusal is a page, is not rendered, and ends at the time in Retry-After", async () => {
    await statuses("/animals/1/apply", "/animals/1/apply", "/animals/1/apply");
    fake.time += 26_000;
    const refused = await requestPage("/animals/1/apply", { accept: "text/html,*/*" });
    expect([refused.status, refused.headers["retry-after"], fake.renders.length]).toEqual([429, "34", 3]);
    expect(refused.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-frame-options": "DENY",
    });
    expect(refused.text).toContain("<h1>Too many requests</h1>");
    expect(refused.text).toContain("Please wait 34 seconds");
    const style = /<style>(.*)<\/style>/.exec(refused.text)?.[1] ?? "";
    expect(policyOf(refused)).toContain(`default-src 'none'; style-src ${hashOf(style)}`);
    expect((await requestPage("/feed.atom")).text).toMatch(/^Too many requests\. .*34 seconds/);
    fake.time += 34_000;
    expect(await statuses("/", "/", "/")).toEqual([200, 200, 429]);
    expect((await requestPage("/", { accept: "text/html" })).text).toContain("Please wait 4 hours");
  });

  test("at most a hundred uncached pages of an IP address are unfinished, and four are rendered at a time", async () => {
    await startServer({});
    hold();
    const before = fake.waiting;
    const answers = Array.from({ length: 100 }, () => requestPage("/animals/1/apply"));
    await expect.poll(() => fake.waiting - before).toBe(100);
    await expect.poll(() => fake.renders.length).toBe(4);
    const refused = await requestPage("/animals/1/apply");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "5"]);
    // Neither files nor health checks wait for the pages.
    expect(await statuses("/cards/dog.png", "/livez")).toEqual([200, 200]);
    expect(fake.renders.length).toBe(4);
    fake.address = "203.0.113.2";
    const other = requestPage("/animals/1/apply");
    fake.release();
    expect(new Set((await Promise.all([other, ...answers])).map(({ status }) => status))).toEqual(new Set([200]));
    fake.address = "203.0.113.1";
    expect(await statuses("/animals/1/apply")).toEqual([200]);
  });
});
