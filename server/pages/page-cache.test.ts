import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { fake, hold, requestPage, setUpFakePages, startServer } from "@/e2e/testing/fake-pages";
import "@/e2e/testing/kinds";
import { contentChanged } from "@/lib/concurrency/caches";
import { hasSession, pageCacheKey } from "./page-cache";

const COOKIE = "__Secure-better-auth.session_token=secret";

setUpFakePages();

describe("what is cached", () => {
  const keyOf = (url: string, headers = {}, method = "GET") => pageCacheKey({ method, url, headers } as never);

  test.each([
    ["/", ["/?", "/?x=1&y[]=3", "/?status=", "/?status=available", "/?status=nonsense", "/?cursor="]],
    [
      "/",
      [
        "/?%zz",
        "/?kind=",
        "/?status=sold&status=sold",
        "/?cursor=a&cursor=b",
        "/?utm_source=a&STATUS=sold",
        "/?kind=dragon",
      ],
    ],
    ["/?status=sold", ["/?x=1&status=sold", "/?status=%73old"]],
    ["/?kind=dog", ["/?kind=dog&page=1"]],
    ["/animals/12", ["/animals/12?from=mail"]],
    ["/animals/-9223372036854775808", ["/animals/-9223372036854775808?x"]],
    ["/openapi.json", ["/openapi.json?status=sold"]],
    ["/docs/paging.md", ["/docs/paging.md?x"]],
  ])("%s is the key of %s", (key, urls) => {
    expect([key, ...urls].map((url) => keyOf(url))).toEqual(Array(urls.length + 1).fill(key));
  });

  test("is no other page, no request of Next.js's scripts, and nothing for somebody who is signed in", () => {
    for (const url of ["/?kind=dog&q=Bud", "/?cursor=abc", "/animals/012", "/animals/12345678901234567890"])
      expect(keyOf(url), url).toBeNull();
    for (const url of ["/animals/12/apply", "/staff", "/docs/search", "/docs/search?q=a"])
      expect(keyOf(url), url).toBeNull();
    expect([keyOf("/", { rsc: "1" }), keyOf("/", { cookie: COOKIE }), keyOf("/", {}, "POST")]).toEqual(
      Array(3).fill(null),
    );
    for (const cookie of [COOKIE, `a=1; ${COOKIE}`, "SESSION=1"]) expect(hasSession(cookie), cookie).toBe(true);
    for (const cookie of ["a=session; b=auth", "session", ""]) expect(hasSession(cookie), cookie).toBe(false);
  });
});

describe("cached pages", () => {
  test("are rendered once and served to everybody in an encoding that the client accepts", async () => {
    for (const [accepted, encoding] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["identity", undefined],
    ] as const) {
      const { number, headers } = await requestPage("/", { "accept-encoding": accepted });
      expect([number, headers["content-encoding"]]).toEqual([1, encoding]);
      expect(headers.vary).toMatch(/accept-encoding/i);
    }
    const head = await requestPage("/", {}, "HEAD");
    expect([head.status, head.text, fake.renders.length]).toEqual([200, "", 1]);
  });

  test("are rendered once more, not once for each request, when an animal is added during a rendering", async () => {
    hold();
    const early = Array.from({ length: 5 }, () => requestPage());
    await expect.poll(() => fake.waiting).toBe(5);
    contentChanged();
    const late = Array.from({ length: 5 }, () => requestPage());
    await expect.poll(() => fake.waiting).toBe(10);
    fake.release();
    const numbers = (await Promise.all([...early, ...late])).map(({ number }) => number);
    expect(numbers).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
  });

  test("are never served when an animal was added, or when they are more than a second old", async () => {
    await requestPage();
    contentChanged();
    expect((await requestPage()).number).toBe(2);
    fake.time += 899;
    expect((await requestPage()).number).toBe(2);
    fake.time += 1;
    expect((await requestPage()).number).toBe(3);
  });

  test("exist for each host, unless SITE_URL is set", async () => {
    await requestPage();
    expect((await requestPage("/", { host: "pets.example" })).number).toBe(2);
    expect(fake.renders.map(({ headers }) => headers.host)).toEqual([`127.0.0.1:${fake.port}`, "pets.example"]);
    await startServer({ SITE_URL: "https://pets.example" });
    for (const host of ["one.example", "two.example"]) expect((await requestPage("/", { host })).number).toBe(3);
  });

  test("do not include failures, which only the waiting visitors get", async () => {
    fake.status = 500;
    hold();
    const waited = Array.from({ length: 3 }, () => requestPage());
    await expect.poll(() => fake.waiting).toBe(3);
    fake.release();
    const answers = await Promise.all(waited);
    expect(answers.map(({ status, number }) => [status, number])).toEqual(Array(3).fill([500, 1]));
    expect((await requestPage()).number).toBe(2);
  });

  test("a rendering that throws answers 500, and one that fails half-way is never taken for complete", async () => {
    fake.throws = true;
    for (const path of ["/", "/animals/1/apply"]) {
      const answer = await requestPage(path);
      expect([answer.status, answer.headers["content-type"]]).toEqual([500, "text/plain"]);
      expect(answer.text).toBe("Something went wrong on our side.");
    }
    fake.throws = false;
    expect((await requestPage("/", { host: "no host" })).status).toBe(500);
    fake.breaks = true;
    await expect(requestPage("/animals/1/apply")).rejects.toThrow("aborted");
    expect((await requestPage()).status).toBe(503);
    fake.breaks = false;
    expect((await requestPage()).status).toBe(200);
  });

  test("are rendered four at a time, and a visitor who leaves does not affect the others", async () => {
    hold();
    const leaving = request({ host: "127.0.0.1", port: fake.port, path: "/animals/0", agent: false });
    leaving.on("error", () => {});
    leaving.end();
    await expect.poll(() => fake.renders.length).toBe(1);
    const answers = Array.from({ length: 6 }, (_, index) => requestPage(`/animals/${index}`));
    await expect.poll(() => fake.waiting).toBe(7);
    await expect.poll(() => fake.renders.length).toBe(4);
    leaving.destroy();
    fake.release();
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    expect(fake.renders.length).toBe(6);
  });

  test("a rendering that does not end is abandoned with a notice, and the next request renders again", async () => {
    await startServer({}, { renderTimeoutMs: 50 });
    fake.hangs = true;
    const answer = await requestPage("/", { accept: "text/html" });
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(answer.text).toContain("<h1>Not available right now</h1>");
    fake.hangs = false;
    expect((await requestPage()).number).toBe(2);
  });
});

describe("pages for one visitor", () => {
  test("are never cached, and never come from the cache, while somebody is signed in", async () => {
    const cookies = [COOKIE, undefined, COOKIE, undefined];
    const numbers: number[] = [];
    for (const cookie of cookies) numbers.push((await requestPage("/", cookie ? { cookie } : {})).number);
    expect(numbers).toEqual([1, 2, 3, 2]);
    expect(fake.renders.map(({ headers }) => headers.cookie)).toEqual([COOKIE, undefined, COOKIE]);
  });

  test("do not affect the cached page", async () => {
    const personal = { cookie: "lb=node-1", authorization: "Bearer x", "accept-language": "de", "if-none-match": "*" };
    await requestPage("/", { ...personal, "x-forwarded-for": "::1", "user-agent": "Somebody", range: "bytes=0-1" });
    const names = Object.keys(fake.renders[0]?.headers ?? {}).join(" ");
    expect(names).toBe("host x-forwarded-proto content-security-policy connection");
    expect((await requestPage("/", { cookie: "lb=node-2" })).number).toBe(1);
  });

  test.each([
    ["a cookie", { "Set-Cookie": ["session=1; HttpOnly"] }],
    ["private", { "Cache-Control": "private, max-age=60" }],
    ["no-store", { "Cache-Control": "no-store" }],
  ])("a page with %s goes to no other visitor, not even to those who waited for it", async (_name, headers) => {
    fake.extra = headers;
    hold();
    const waited = [requestPage(), requestPage()];
    await expect.poll(() => fake.waiting).toBe(2);
    fake.release();
    const numbers = (await Promise.all(waited)).map(({ number }) => number);
    const later = await requestPage();
    expect(new Set([...numbers, later.number]).size).toBe(3);
    expect(later.number).toBe(fake.renders.length);
  });
});
