import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { fake, hold, requestPage, setUpFakePages, startServer } from "@/e2e/testing/fake-pages";
import { contentChanged } from "@/lib/concurrency/caches";
import { PageCache } from "./page-cache";

const COOKIE = "__Secure-better-auth.session_token=secret";

setUpFakePages();

describe("cached pages", () => {
  test("are rendered once and served to everybody in an encoding that the client accepts", async () => {
    for (const [accepted, encoding] of [
      ["", undefined],
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["br;q=0, gzip;q=0.5", "gzip"],
      ["identity", undefined],
    ] as const) {
      const { number, headers } = await requestPage("/", accepted === "" ? {} : { "accept-encoding": accepted });
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
    expect((await Promise.all(early)).map(({ number }) => number)).toEqual([1, 1, 1, 1, 1]);
    expect((await Promise.all(late)).map(({ number }) => number)).toEqual([2, 2, 2, 2, 2]);
  });

  test("are rendered again when an animal was added", async () => {
    await requestPage();
    contentChanged();
    expect((await requestPage()).number).toBe(2);
  });

  test("are never served when they are more than a second old", async () => {
    await requestPage();
    fake.time += 899;
    expect((await requestPage()).number).toBe(1);
    fake.time += 1;
    expect((await requestPage()).number).toBe(2);
  });

  test("differ only by the parameters that the page reads", async () => {
    const same = [
      ...["/", "/?", "/?x=1", "/?x=2&y[]=3", "/?status=", "/?status=available", "/?status=nonsense", "/?cursor="],
      ...[
        "/?status=sold&status=sold",
        "/?cursor=a&cursor=b",
        `/?${"z".repeat(5_000)}`,
        "/?%zz",
        "/?utm_source=a&STATUS=sold",
      ],
    ];
    for (const path of same) expect((await requestPage(path)).number, path).toBe(1);
    for (const path of ["/?status=sold", "/?x=1&status=sold", "/?status=%73old"])
      expect((await requestPage(path)).number, path).toBe(2);
    expect((await requestPage("/?status=all")).number).toBe(3);
    expect(fake.renders.map(({ url }) => url)).toEqual(["/", "/?status=sold", "/?status=all"]);
  });

  test("include documents and the page of each animal, with any query", async () => {
    const paths = ["/docs", "/feed.atom", "/openapi.json", "/robots.txt", "/sitemap.xml", "/animals/1", "/animals/2"];
    for (const [index, path] of paths.entries()) {
      for (const search of ["", "?x=1", "?status=sold"])
        expect((await requestPage(path + search)).number).toBe(index + 1);
    }
  });

  test("exist for each host, unless SITE_URL is set", async () => {
    await requestPage();
    expect((await requestPage("/", { host: "pets.example" })).number).toBe(2);
    expect(fake.renders.map(({ headers }) => headers.host)).toEqual([`127.0.0.1:${fake.port}`, "pets.example"]);
    await startServer({ SITE_URL: "https://pets.example" });
    expect((await requestPage()).number).toBe(3);
    expect((await requestPage("/", { host: "other.example" })).number).toBe(3);
  });

  test("do not include later pages of a list, other pages or requests of Next.js's scripts", async () => {
    let count = 0;
    for (const [path, headers] of [
      ["/?cursor=abc", {}],
      ["/animals/1/apply", {}],
      ["/staff", {}],
      ["/", { rsc: "1" }],
    ] as const) {
      for (let again = 0; again < 2; again++) expect((await requestPage(path, headers)).number, path).toBe(++count);
    }
    expect((await requestPage("/", {}, "POST")).number).toBe(++count);
    expect((await requestPage("/", {}, "POST")).number).toBe(++count);
  });

  test("do not include failures, which only the waiting visitors get", async () => {
    fake.status = 500;
    hold();
    const waited = Array.from({ length: 3 }, () => requestPage());
    await expect.poll(() => fake.waiting).toBe(3);
    fake.release();
    expect((await Promise.all(waited)).map((answer) => [answer.status, answer.number])).toEqual(
      Array(3).fill([500, 1]),
    );
    expect((await requestPage()).number).toBe(2);
  });

  test("a rendering that throws answers 500, and the next one works", async () => {
    fake.throws = true;
    for (const path of ["/", "/animals/1/apply"]) {
      const answer = await requestPage(path);
      expect([answer.status, answer.headers["content-type"]]).toEqual([500, "text/plain"]);
      expect(answer.text).toBe("Something went wrong on our side.");
    }
    expect((await requestPage("/", { host: "no host" })).status).toBe(500);
    fake.throws = false;
    expect((await requestPage("/", { host: "pets.example" })).status).toBe(200);
  });

  test("a page that fails half-way is never taken for a complete one", async () => {
    fake.breaks = true;
    await expect(requestPage("/animals/1/apply")).rejects.toThrow("aborted");
    expect((await requestPage()).status).toBe(503);
    fake.breaks = false;
    expect((await requestPage()).status).toBe(200);
  });

  test.each([65_400, 65_480])("may be written in parts of %s bytes", async (size) => {
    const cache = new PageCache(async (_, response) => {
      response.setHeader("Content-Type", "text/html");
      response.flushHeaders();
      for (let part = 0; part < 3; part++) if (!response.write(Buffer.alloc(size))) await once(response, "drain");
      response.end();
    }, 2_000);
    expect(await cache.find("/", "https://pets.example")).toMatchObject({
      status: 200,
      variants: { identity: { body: { length: 3 * size } } },
    });
  });

  test("are rendered four at a time", async () => {
    hold();
    const answers = Array.from({ length: 6 }, (_, index) => requestPage(`/animals/${index}`));
    await expect.poll(() => fake.waiting).toBe(6);
    await expect.poll(() => fake.renders.length).toBe(4);
    fake.release();
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    expect(fake.renders.length).toBe(6);
  });

  test("a visitor who disconnects does not affect the others", async () => {
    hold();
    const leaving = request({ host: "127.0.0.1", port: fake.port, path: "/", agent: false });
    leaving.on("error", () => {});
    leaving.end();
    await expect.poll(() => fake.renders.length).toBe(1);
    const staying = requestPage();
    await expect.poll(() => fake.waiting).toBe(2);
    leaving.destroy();
    fake.release();
    expect((await staying).number).toBe(1);
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
    for (const cookie of [COOKIE, `a=1; ${COOKIE}`, "better-auth.session_token=x", "__Host-pets_session=x"]) {
      fake.renders = [];
      contentChanged();
      expect((await requestPage("/", { cookie })).number).toBe(1);
      expect((await requestPage()).number).toBe(2);
      expect((await requestPage("/", { cookie })).number).toBe(3);
      expect((await requestPage()).number).toBe(2);
      expect(fake.renders.map(({ headers }) => headers.cookie)).toEqual([cookie, undefined, cookie]);
    }
  });

  test("do not affect the cached page", async () => {
    const headers = {
      cookie: "lb=node-1",
      authorization: "Bearer x",
      "accept-language": "de",
      "x-forwarded-for": "::1",
    };
    await requestPage("/", { ...headers, "user-agent": "Somebody", "if-none-match": "*", range: "bytes=0-1" });
    expect(Object.keys(fake.renders[0]?.headers ?? {})).toEqual([
      "host",
      "x-forwarded-proto",
      "content-security-policy",
      "connection",
    ]);
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
    expect(new Set(numbers).size).toBe(2);
    const later = await requestPage();
    expect(numbers).not.toContain(later.number);
    expect(later.number).toBe(fake.renders.length);
  });
});
