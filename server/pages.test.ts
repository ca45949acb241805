import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setClock } from "@/lib/clock";
import { resetEnv } from "@/lib/env";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import { closeLimiter } from "@/lib/limits/limiter";
import { petsChanged } from "@/lib/pets/version";
import { createPageServer } from "./pages";

const COOKIE = "__Secure-better-auth.session_token=secret";
const HOUR_MS = 3_600_000;

/** What the stand-in for Next.js does and has seen. */
let renders: IncomingMessage[] = [];
let status = 200;
let extra: Record<string, string | string[]> = {};
let hangs = false;
let throws = false;
let holds = Promise.resolve();
let release = () => {};
/** Requests that have arrived. */
let waiting = 0;
let address = "203.0.113.1";
let time = 0;
let port = 0;
let close = async () => {};

/** Stands in for Next.js: writes a page in two parts that says how manieth it is, with scripts that carry its nonce. */
async function next(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const number = renders.push(incoming);
  const nonce = /'nonce-([\w-]+)'/.exec(String(incoming.headers["content-security-policy"]))?.[1];
  await holds;
  if (throws) throw new Error("no page today");
  response.statusCode = status;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Link", `</a.css>; rel=preload; as="style"; nonce="${nonce}"`);
  response.setHeader("Cache-Control", "private, no-cache, no-store, max-age=0, must-revalidate");
  for (const [name, value] of Object.entries(extra)) response.setHeader(name, value);
  response.flushHeaders();
  response.write(`<p>${"page ".repeat(1_000)}</p><script>evil()</script><script nonce="${nonce}">push("${number}`);
  if (!hangs) response.end(`")</script><script src="/a.js" nonce="${nonce}"></script>`);
}

beforeEach(async () => {
  [renders, status, extra, hangs, throws, waiting] = [[], 200, {}, false, false, 0];
  [holds, address, time] = [Promise.resolve(), "203.0.113.1", 20 * HOUR_MS];
  setClock(() => time);
  await start({});
});
afterEach(async () => {
  setClock(null);
  await close();
});

async function start(environment: Record<string, string>, options = {}): Promise<void> {
  await close();
  Object.assign(process.env, environment);
  resetEnv();
  const serve = createPageServer(next, options);
  const server = createServer((incoming, response) => {
    waiting++;
    incoming.headers[CLIENT_ADDRESS_HEADER] = address;
    void serve(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  close = async () => {
    close = async () => {};
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await closeLimiter();
    for (const name of Object.keys(environment)) delete process.env[name];
    resetEnv();
  };
}

type Answer = {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  /** Which rendering it is. */
  number: number;
};

function ask(path = "/", headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const encoding = response.headers["content-encoding"];
        const body = Buffer.concat(chunks);
        const plain = encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
        const text = plain.toString();
        const number = Number(/push\("(\d+)"\)/.exec(text)?.[1]);
        resolve({ status: response.statusCode ?? 0, headers: response.headers as Answer["headers"], text, number });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** Lets renderings wait until `release` is called. */
function hold(): void {
  holds = new Promise((resolve) => {
    release = resolve;
  });
}

const policyOf = ({ headers }: Answer) => String(headers["content-security-policy"]);
const scriptsOf = (answer: Answer) => /script-src ([^;]*)/.exec(policyOf(answer))?.[1] ?? "";
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

describe("pages that are kept", () => {
  test("are rendered once and served to all, in the encoding that each takes", async () => {
    for (const [accepted, encoding] of [
      ["", undefined],
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["br;q=0, gzip;q=0.5", "gzip"],
      ["identity", undefined],
    ] as const) {
      const { number, headers } = await ask("/", accepted === "" ? {} : { "accept-encoding": accepted });
      expect([number, headers["content-encoding"]]).toEqual([1, encoding]);
      expect(headers.vary).toMatch(/accept-encoding/i);
    }
    const head = await ask("/", {}, "HEAD");
    expect([head.status, head.text, renders.length]).toEqual([200, "", 1]);
  });

  test("an animal added while many wait makes one of the later ones render, not all of them", async () => {
    hold();
    const early = Array.from({ length: 5 }, () => ask());
    await expect.poll(() => waiting).toBe(5);
    petsChanged();
    const late = Array.from({ length: 5 }, () => ask());
    await expect.poll(() => waiting).toBe(10);
    release();
    expect((await Promise.all(early)).map(({ number }) => number)).toEqual([1, 1, 1, 1, 1]);
    expect((await Promise.all(late)).map(({ number }) => number)).toEqual([2, 2, 2, 2, 2]);
  });

  test("are rendered anew the moment an animal was added", async () => {
    await ask();
    petsChanged();
    expect((await ask()).number).toBe(2);
  });

  test("are never shown when they are a second old", async () => {
    await ask();
    time += 899;
    expect((await ask()).number).toBe(1);
    time += 1;
    expect((await ask()).number).toBe(2);
  });

  test("are told apart by what the page reads, and by nothing else", async () => {
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
    for (const path of same) expect((await ask(path)).number, path).toBe(1);
    for (const path of ["/?status=sold", "/?x=1&status=sold", "/?status=%73old"])
      expect((await ask(path)).number, path).toBe(2);
    expect((await ask("/?status=all")).number).toBe(3);
    expect(renders.map(({ url }) => url)).toEqual(["/", "/?status=sold", "/?status=all"]);
  });

  test("documents too, whatever their query says", async () => {
    for (const [index, path] of ["/docs", "/feed.atom", "/openapi.json"].entries()) {
      for (const search of ["", "?x=1", "?status=sold"]) expect((await ask(path + search)).number).toBe(index + 1);
    }
  });

  test("each host has its own, unless SITE_URL names the site", async () => {
    await ask();
    expect((await ask("/", { host: "pets.example" })).number).toBe(2);
    expect(renders.map(({ headers }) => headers.host)).toEqual([`127.0.0.1:${port}`, "pets.example"]);
    await start({ SITE_URL: "https://pets.example" });
    expect((await ask()).number).toBe(3);
    expect((await ask("/", { host: "other.example" })).number).toBe(3);
  });

  test("later pages, other pages and what scripts of Next.js ask for are not kept", async () => {
    let count = 0;
    for (const [path, headers] of [
      ["/?cursor=abc", {}],
      ["/animals/1", {}],
      ["/staff", {}],
      ["/docs/", {}],
      ["/", { rsc: "1" }],
    ] as const) {
      for (let time = 0; time < 2; time++) expect((await ask(path, headers)).number, path).toBe(++count);
    }
    expect((await ask("/", {}, "POST")).number).toBe(++count);
    expect((await ask("/", {}, "POST")).number).toBe(++count);
  });

  test("failures go to those who waited, and to nobody later", async () => {
    status = 500;
    hold();
    const waited = Array.from({ length: 3 }, () => ask());
    await expect.poll(() => waiting).toBe(3);
    release();
    expect((await Promise.all(waited)).map((answer) => [answer.status, answer.number])).toEqual(
      Array(3).fill([500, 1]),
    );
    expect((await ask()).number).toBe(2);
  });

  test("what throws ends in 500, and takes nothing with it", async () => {
    throws = true;
    for (const path of ["/", "/animals/1"]) {
      const answer = await ask(path);
      expect([answer.status, answer.headers["content-type"]]).toEqual([500, "text/plain"]);
      expect(answer.text).toBe("Something went wrong on our side.");
    }
    expect((await ask("/", { host: "no host" })).status).toBe(500);
    throws = false;
    expect((await ask("/", { host: "999.999.999.999" })).status).toBe(200);
  });

  test("a visitor who leaves takes the page from nobody", async () => {
    hold();
    const leaving = request({ host: "127.0.0.1", port, path: "/", agent: false });
    leaving.on("error", () => {});
    leaving.end();
    await expect.poll(() => renders.length).toBe(1);
    const staying = ask();
    await expect.poll(() => waiting).toBe(2);
    leaving.destroy();
    release();
    expect((await staying).number).toBe(1);
  });

  test("a rendering that does not end is given up, with a page that says so; the next one starts anew", async () => {
    await start({}, { renderLimitMs: 50 });
    hangs = true;
    const answer = await ask("/", { accept: "text/html" });
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(answer.text).toContain("<h1>This takes too long</h1>");
    hangs = false;
    expect((await ask()).number).toBe(2);
  });
});

describe("what one visitor gets", () => {
  test("never comes from the kept page while they are signed in, and never becomes it", async () => {
    for (const cookie of [COOKIE, `a=1; ${COOKIE}`, "better-auth.session_token=x", "__Host-pets_session=x"]) {
      renders = [];
      petsChanged();
      expect((await ask("/", { cookie })).number).toBe(1);
      expect((await ask()).number).toBe(2);
      expect((await ask("/", { cookie })).number).toBe(3);
      expect((await ask()).number).toBe(2);
      expect(renders.map(({ headers }) => headers.cookie)).toEqual([cookie, undefined, cookie]);
    }
  });

  test("nothing about a visitor gets into the kept page", async () => {
    const headers = {
      cookie: "lb=node-1",
      authorization: "Bearer x",
      "accept-language": "de",
      "x-forwarded-for": "::1",
    };
    await ask("/", { ...headers, "user-agent": "Somebody", "if-none-match": "*", range: "bytes=0-1" });
    expect(Object.keys(renders[0]?.headers ?? {})).toEqual(["host", "x-forwarded-proto", "content-security-policy"]);
    expect((await ask("/", { cookie: "lb=node-2" })).number).toBe(1);
  });

  test.each([
    ["a cookie", { "Set-Cookie": ["session=1; HttpOnly"] }],
    ["private", { "Cache-Control": "private, max-age=60" }],
    ["no-store", { "Cache-Control": "no-store" }],
  ])("an answer with %s is shown to nobody else, also not to those who waited", async (_name, headers) => {
    extra = headers;
    hold();
    const waited = [ask(), ask()];
    await expect.poll(() => waiting).toBe(2);
    release();
    const numbers = (await Promise.all(waited)).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(2);
    const later = await ask();
    expect(numbers).not.toContain(later.number);
    expect(later.number).toBe(renders.length);
  });
});

describe("policies", () => {
  test("a kept page names the hashes of the scripts that it was rendered with, and no nonce", async () => {
    const answer = await ask();
    expect(JSON.stringify(answer)).not.toMatch(/nonce/);
    expect(answer.headers.link).toBe(`</a.css>; rel=preload; as="style"`);
    expect(answer.text).toContain(`<script>push("1")</script><script src="/a.js"></script>`);
    expect(scriptsOf(answer)).toMatch(/^'self' 'sha256-[\w+/=]{44}' 'sha256-[\w+/=]{44}'$/);
    expect(scriptsOf(answer)).toContain(hashOf(`push("1")`));
    // It came into the page without the nonce: whoever put it there, it does not run.
    expect(scriptsOf(answer)).not.toContain(hashOf("evil()"));
  });

  test("every other page has a nonce of its own, which no client chooses", async () => {
    const mine = "script-src 'nonce-mine'";
    const nonces = new Set<string>();
    for (const path of ["/animals/1", "/animals/1", "/staff", "/nowhere"]) {
      const answer = await ask(path, { "content-security-policy": mine, "content-security-policy-report-only": mine });
      const nonce = /'nonce-([\w-]{22})'$/.exec(scriptsOf(answer))?.[1] ?? "";
      expect(answer.text).toContain(`<script nonce="${nonce}">push`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
    expect(renders.some(({ headers }) => JSON.stringify(headers).includes("mine"))).toBe(false);
  });

  test.each(["/", "/animals/1", "/staff"])("%s: scripts, frames, forms and plug-ins", async (path) => {
    const { headers } = await ask(path);
    const policy = String(headers["content-security-policy"]);
    for (const directive of [
      ...["default-src 'self'", "base-uri 'none'", "object-src 'none'", "form-action 'self'", "frame-ancestors 'none'"],
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
  });

  test("what is no page shows nothing; feed, description and cards may be read by other sites", async () => {
    extra = { "Content-Type": "application/json" };
    for (const path of ["/feed.atom", "/openapi.json", "/cards/dog.png"]) {
      const { headers } = await ask(path);
      expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
    }
    expect((await ask("/browser-token")).headers["cross-origin-resource-policy"]).toBe("same-origin");
  });

  test("HSTS comes only where the request came by TLS", async () => {
    const hsts = async (headers = {}) =>
      [(await ask("/", headers)).headers, (await ask("/staff", headers)).headers].map(
        (all) => all["strict-transport-security"],
      );
    const forwarded = { "x-forwarded-proto": "https" };
    expect(await hsts(forwarded)).toEqual([undefined, undefined]);
    await start({ TRUSTED_PROXIES: "1" });
    expect(await hsts()).toEqual([undefined, undefined]);
    expect(await hsts(forwarded)).toEqual(["max-age=31536000", "max-age=31536000"]);
    await start({ SITE_URL: "https://pets.example" });
    expect(await hsts()).toEqual(["max-age=31536000", "max-age=31536000"]);
    await start({ SITE_URL: "http://pets.example" });
    expect(await hsts()).toEqual([undefined, undefined]);
  });

  test("development may evaluate text and add styles, and keeps nothing", async () => {
    await start({}, { dev: true });
    expect(policyOf(await ask())).toMatch(
      /script-src [^;]*'nonce-[^;]*'unsafe-eval'; style-src 'self' 'unsafe-inline'/,
    );
    expect((await ask()).number).toBe(2);
  });

  test("public pages may be stored for back, the staff's may not, and what says more for itself is left alone", async () => {
    const cacheControl = async (path: string) => (await ask(path)).headers["cache-control"];
    expect(await cacheControl("/")).toBe("no-cache");
    for (const path of ["/animals/1", "/?cursor=a", "/nowhere", "/staffing"])
      expect(await cacheControl(path)).toBe("private, no-cache");
    for (const path of ["/staff", "/staff?status=sold", "/staff/keys"])
      expect(await cacheControl(path)).toMatch(/no-store/);
    extra = { "Cache-Control": "no-store" };
    expect(await cacheControl("/animals/1")).toBe("no-store");
  });
});

describe("limits", () => {
  beforeEach(() => start({ PAGE_LIMIT: "3,5" }));
  const statuses = async (...paths: string[]) => {
    const found: number[] = [];
    for (const path of paths) found.push((await ask(path)).status);
    return found;
  };

  test("pages, documents and whatever is not there are counted together, by address", async () => {
    expect(await statuses("/", "/openapi.json", "/nowhere.png", "/", "/browser-token")).toEqual([
      200, 200, 200, 429, 429,
    ]);
    address = "203.0.113.2";
    expect(await statuses("/")).toEqual([200]);
  });

  test("IPv6 is counted by /64", async () => {
    address = "2001:db8::1";
    expect(await statuses("/", "/")).toEqual([200, 200]);
    address = "2001:db8:0:0:ffff::2";
    expect(await statuses("/", "/")).toEqual([200, 429]);
    address = "2001:db8:0:1::1";
    expect(await statuses("/")).toEqual([200]);
  });

  test("a refusal is a page for people, costs no rendering, and ends when it says", async () => {
    await statuses("/animals/1", "/animals/1", "/animals/1");
    time += 26_000;
    const refused = await ask("/animals/1", { accept: "text/html,*/*" });
    expect([refused.status, refused.headers["retry-after"], renders.length]).toEqual([429, "34", 3]);
    expect(refused.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    expect(refused.headers).toMatchObject({ "x-frame-options": "DENY", "x-content-type-options": "nosniff" });
    expect(refused.text).toContain("<h1>Too many requests</h1>");
    expect(refused.text).toContain("Please wait 34 seconds");
    const style = /<style>(.*)<\/style>/.exec(refused.text)?.[1] ?? "";
    expect(policyOf(refused)).toContain(`default-src 'none'; style-src ${hashOf(style)}`);
    const plain = await ask("/feed.atom");
    expect(plain.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(plain.text).toMatch(/^Too many requests\. .*34 seconds/);
    time += 34_000;
    expect(await statuses("/", "/", "/")).toEqual([200, 200, 429]);
    expect((await ask("/", { accept: "text/html" })).text).toContain("Please wait 4 hours");
  });

  test("files and probes are not counted", async () => {
    const free = ["/favicon.svg", "/animals.svg", "/cards/dog.png", "/livez", "/readyz"];
    expect(await statuses(...free, ...free)).toEqual(Array(10).fill(200));
    expect(await statuses("/", "/", "/", "/")).toEqual([200, 200, 200, 429]);
    expect(await statuses(...free)).toEqual(Array(5).fill(200));
    expect(await statuses("/cards/none.png", "/_next/static/none.js", "/livez/")).toEqual([429, 429, 429]);
  });
});
