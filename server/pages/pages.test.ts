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
    expect(scriptsOf(answer)).toMatch(/^'self' 'sha256-[\w+/=]{44}'$/);
    expect(scriptsOf(answer)).toContain(hashOf(`push("1")`));
    // This script came into the page without the nonce, so it must not run.
    expect(scriptsOf(answer)).not.toContain(hashOf("evil()"));
  });

  test("every other page has its own nonce, which no client can choose", async () => {
    const mine = "script-src 'nonce-mine'";
    const nonces = new Set<string>();
    for (const path of ["/animals/1/apply", "/animals/1/apply", "/staff", "/nowhere"]) {
      const answer = await requestPage(path, {
        "content-security-policy": mine,
        "content-security-policy-report-only": mine,
      });
      const nonce = /'nonce-([\w-]{22})'$/.exec(scriptsOf(answer))?.[1] ?? "";
      expect(answer.text).toContain(`<script nonce="${nonce}">push`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
    expect(fake.renders.some(({ headers }) => JSON.stringify(headers).includes("mine"))).toBe(false);
  });

  test("headers that would keep Next.js busy are cut or dropped", async () => {
    const nested = (depth: number) => `${'["",{"":'.repeat(depth)}["",{}]${"}]".repeat(depth)}`;
    const longState = JSON.stringify(["", { children: ["x".repeat(8_000), {}] }]);
    for (const [sent, received] of [
      [nested(10), nested(10)],
      [nested(60), undefined],
      [encodeURIComponent(nested(60)), undefined],
      [longState, undefined],
    ]) {
      await requestPage("/animals/1/apply", {
        "next-router-state-tree": String(sent),
        "user-agent": "a".repeat(5_000),
      });
      const { headers = {} } = fake.renders.at(-1) ?? {};
      expect([headers["user-agent"]?.length, headers["next-router-state-tree"]]).toEqual([400, received]);
    }
  });

  test.each(["/", "/animals/1/apply", "/staff"])(
    "the policy of %s restricts scripts, frames, forms and plug-ins",
    async (path) => {
      const { headers } = await requestPage(path);
      const policy = String(headers["content-security-policy"]);
      for (const directive of [
        ...[
          "default-src 'self'",
          "base-uri 'none'",
          "object-src 'none'",
          "form-action 'self'",
          "frame-ancestors 'none'",
        ],
        "style-src-attr 'unsafe-inline'",
      ])
        expect(policy.split("; ")).toContain(directive);
      expect(policy.replace("style-src-attr 'unsafe-inline'", "")).not.toMatch(/unsafe|\*|https?:/);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": expect.stringContaining("camera=()"),
      });
    },
  );

  test("documents may load nothing except the feed's style, fonts and photos, and other sites may read only public documents", async () => {
    fake.extra = { "Content-Type": "application/json" };
    const nothing = "default-src 'none'; frame-ancestors 'none'";
    for (const [path, policy] of [
      ["/feed.atom", `${nothing}; style-src 'self'; font-src 'self'; img-src 'self'`],
      ["/openapi.json", nothing],
      ["/cards/dog.png", nothing],
    ] as const) {
      const { headers } = await requestPage(path);
      expect(headers["content-security-policy"]).toBe(policy);
      expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
    }
    expect((await requestPage("/browser-token")).headers["cross-origin-resource-policy"]).toBe("same-origin");
  });

  test("HSTS is sent only over TLS", async () => {
    const hsts = async (headers = {}) =>
      [(await requestPage("/", headers)).headers, (await requestPage("/staff", headers)).headers].map(
        (all) => all["strict-transport-security"],
      );
    const forwarded = { "x-forwarded-proto": "https" };
    expect(await hsts(forwarded)).toEqual([undefined, undefined]);
    await startServer({ TRUSTED_PROXIES: "1" });
    expect(await hsts()).toEqual([undefined, undefined]);
    expect(await hsts(forwarded)).toEqual(["max-age=31536000", "max-age=31536000"]);
    await startServer({ SITE_URL: "https://pets.example" });
    expect(await hsts()).toEqual(["max-age=31536000", "max-age=31536000"]);
    await startServer({ SITE_URL: "http://pets.example" });
    expect(await hsts()).toEqual([undefined, undefined]);
  });

  test("development allows eval and inline styles, and caches no pages", async () => {
    await startServer({}, { dev: true });
    expect(policyOf(await requestPage())).toMatch(
      /script-src [^;]*'nonce-[^;]*'unsafe-eval'; style-src 'self' 'unsafe-inline'/,
    );
    expect((await requestPage()).number).toBe(2);
  });

  test('public pages may be stored for "back", staff pages may not, and other Cache-Control headers are kept', async () => {
    const cacheControl = async (path: string) => (await requestPage(path)).headers["cache-control"];
    expect(await cacheControl("/")).toBe("no-cache");
    for (const path of ["/animals/1/apply", "/?cursor=a", "/nowhere", "/staffing"])
      expect(await cacheControl(path)).toBe("private, no-cache");
    for (const path of ["/staff", "/staff?status=sold", "/staff/keys"])
      expect(await cacheControl(path)).toMatch(/no-store/);
    fake.extra = { "Cache-Control": "no-store" };
    expect(await cacheControl("/animals/1/apply")).toBe("no-store");
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

test("errors are not cached", async () => {
  for (const cache of ["s-maxage=31536000", "public, max-age=0", "max-age=60"]) {
    fake.extra = { "Cache-Control": cache };
    for (const status of [404, 410, 500, 503]) {
      fake.status = status;
      for (const path of ["/", "/animals/1/apply"]) {
        const answer = await requestPage(path);
        expect([answer.status, answer.headers["cache-control"]], path).toEqual([status, "no-store"]);
      }
    }
    fake.status = 200;
    expect((await requestPage("/animals/1/apply")).headers["cache-control"]).toBe(cache);
  }
});

describe("a trailing slash", () => {
  test("redirects to the path itself", async () => {
    for (const [url, location] of [
      ["/staff/", "/staff"],
      ["/animals/1/?a=b/", "/animals/1?a=b/"],
    ] as const) {
      const answer = await requestPage(url);
      expect([answer.status, answer.headers.location, answer.text]).toEqual([308, location, ""]);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    }
    expect(fake.renders).toEqual([]);
  });

  test.each(["//evil.example/", "/\\evil.example/", "/", "/?a=/"])("%s is not redirected", async (url) => {
    const answer = await requestPage(url);
    expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
  });
});

describe("limits", () => {
  beforeEach(() => startServer({ PAGE_LIMIT: "3,5" }));
  const statuses = async (...paths: string[]) => {
    const found: number[] = [];
    for (const path of paths) found.push((await requestPage(path)).status);
    return found;
  };

  test("pages, documents and unknown paths share a limit by IP address", async () => {
    expect(await statuses("/", "/openapi.json", "/nowhere.png", "/", "/browser-token")).toEqual([
      200, 200, 200, 429, 429,
    ]);
    fake.address = "203.0.113.2";
    expect(await statuses("/")).toEqual([200]);
  });

  test("IPv6 addresses of one /64 share a limit, and a /56 has four times as much", async () => {
    fake.address = "2001:db8::1";
    expect(await statuses("/", "/")).toEqual([200, 200]);
    fake.address = "2001:db8:0:0:ffff::2";
    expect(await statuses("/", "/")).toEqual([200, 429]);
    for (const network of [1, 2, 3]) {
      fake.address = `2001:db8:0:${network}::1`;
      expect(await statuses("/", "/", "/")).toEqual([200, 200, 200]);
    }
    fake.address = "2001:db8:0:4::1";
    expect(await statuses("/")).toEqual([429]);
    fake.address = "2001:db8:0:100::1";
    expect(await statuses("/")).toEqual([200]);
  });

  test("a refusal is a page, is not rendered, and ends at the time in Retry-After", async () => {
    await statuses("/animals/1/apply", "/animals/1/apply", "/animals/1/apply");
    fake.time += 26_000;
    const refused = await requestPage("/animals/1/apply", { accept: "text/html,*/*" });
    expect([refused.status, refused.headers["retry-after"], fake.renders.length]).toEqual([429, "34", 3]);
    expect(refused.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    expect(refused.headers).toMatchObject({ "x-frame-options": "DENY", "x-content-type-options": "nosniff" });
    expect(refused.text).toContain("<h1>Too many requests</h1>");
    expect(refused.text).toContain("Please wait 34 seconds");
    const style = /<style>(.*)<\/style>/.exec(refused.text)?.[1] ?? "";
    expect(policyOf(refused)).toContain(`default-src 'none'; style-src ${hashOf(style)}`);
    const plain = await requestPage("/feed.atom");
    expect(plain.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(plain.text).toMatch(/^Too many requests\. .*34 seconds/);
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
    expect((await requestPage("/cards/dog.png")).status).toBe(200);
    expect(fake.renders.length).toBe(4);
    fake.address = "203.0.113.2";
    const other = requestPage("/animals/1/apply");
    fake.release();
    expect(new Set((await Promise.all([other, ...answers])).map(({ status }) => status))).toEqual(new Set([200]));
    fake.address = "203.0.113.1";
    expect((await requestPage("/animals/1/apply")).status).toBe(200);
  });

  test("health checks are answered without Next.js, and do not wait for pages that are being rendered", async () => {
    hold();
    const pages = Array.from({ length: 3 }, () => requestPage("/animals/1/apply"));
    await expect.poll(() => fake.renders.length).toBe(3);
    const probes = await Promise.all(Array.from({ length: 3 }, () => requestPage("/livez")));
    expect(probes.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(fake.renders.length).toBe(3);
    fake.release();
    await Promise.all(pages);
  });

  test("static files and probes are not counted", async () => {
    const free = ["/favicon.svg", "/animals.svg", "/cards/dog.png", "/livez"];
    expect(await statuses(...free, ...free)).toEqual(Array(8).fill(200));
    expect(await statuses("/", "/", "/", "/")).toEqual([200, 200, 200, 429]);
    expect(await statuses(...free)).toEqual(Array(4).fill(200));
    expect(await statuses("/cards/none.png", "/_next/static/none.js", "/livez/")).toEqual([429, 429, 429]);
  });
});
