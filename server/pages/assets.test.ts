import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fake, requestPage, setUpFakePages, startServer } from "@/e2e/testing/fake-pages";
import { finishAssets } from "@/scripts/finish-assets.mjs";
import { encodingFor, readAssets } from "./assets";

describe("files of a build", () => {
  const root = mkdtempSync(join(tmpdir(), "pets-assets-"));
  afterAll(() => rmSync(root, { recursive: true }));

  const script = `console.log(1);\n${"// text\n".repeat(200)}`;
  beforeAll(() => {
    for (const folder of [".next/static/chunks", "public/cards"]) mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, ".next/static/chunks/a.js"), script);
    writeFileSync(join(root, ".next/static/chunks/tiny.css"), "a{}");
    writeFileSync(join(root, "public/a.svg"), `<svg>${"<g/>".repeat(200)}</svg>`);
    writeFileSync(join(root, "public/cards/a.png"), Buffer.alloc(2_000));
    writeFileSync(join(root, "public/notes.xyz"), "a type that we do not know");
    finishAssets(root);
  });

  test("scripts, style sheets and drawings are compressed with brotli and gzip", () => {
    const assets = readAssets(root);
    expect([...assets.keys()].sort()).toEqual([
      "/_next/static/chunks/a.js",
      "/_next/static/chunks/tiny.css",
      "/a.svg",
      "/cards/a.png",
    ]);
    for (const path of ["/_next/static/chunks/a.js", "/a.svg"]) {
      const { identity, br, gzip } = assets.get(path)?.variants ?? expect.fail(path);
      expect(brotliDecompressSync(br.body).equals(identity.body)).toBe(true);
      expect(gunzipSync(gzip.body).equals(identity.body)).toBe(true);
      expect(br.headers).toContain("br");
      expect(gzip.headers).toContain("gzip");
      expect(identity.headers).toContain("Vary");
    }
    for (const path of ["/_next/static/chunks/tiny.css", "/cards/a.png"]) {
      const { identity, br, gzip } = assets.get(path)?.variants ?? expect.fail(path);
      expect([br, gzip]).toEqual([identity, identity]);
      expect(identity.headers).not.toContain("Vary");
    }
  });

  test("a script begins with the compile hint, and finishing twice changes nothing", () => {
    const before = readAssets(root).get("/_next/static/chunks/a.js");
    expect(before?.variants.identity.body.toString()).toBe(`//# allFunctionsCalledOnLoad\n${script}`);
    finishAssets(root);
    expect(readAssets(root).get("/_next/static/chunks/a.js")).toEqual(before);
  });

  test("files that do not fit in memory are left out", () => {
    expect(readAssets(root, 3_000).size).toBeLessThan(4);
    expect(readAssets(root, 10).size).toBe(0);
  });
});

describe("served files", () => {
  setUpFakePages();
  const scripts = readdirSync(".next/static/chunks").filter((name) => name.endsWith(".js"));
  const paths = ["/animals.svg", "/favicon.svg", "/cards/dog.png", `/_next/static/chunks/${scripts[0]}`];

  test.each(["br", "gzip", "identity"])("come from memory, with any query, for %s", async (encoding) => {
    for (const path of paths) {
      const plain = await requestPage(path, { "accept-encoding": encoding });
      const queried = await requestPage(`${path}?x=1`, { "accept-encoding": encoding });
      const head = await requestPage(`${path}?x=2`, { "accept-encoding": encoding }, "HEAD");
      expect([plain.status, queried.status, head.status]).toEqual([200, 200, 200]);
      expect(queried.text).toBe(plain.text);
      expect(head.text).toBe("");
      for (const answer of [queried, head])
        expect({ ...answer.headers, date: "" }).toEqual({ ...plain.headers, date: "" });
      const isText = !path.endsWith(".png");
      expect(plain.headers["content-encoding"]).toBe(isText && encoding !== "identity" ? encoding : undefined);
      expect(plain.headers["x-content-type-options"]).toBe("nosniff");
    }
    expect(fake.renders).toEqual([]);
  });

  test("answer 304 to a browser that has the file", async () => {
    for (const path of paths) {
      const { headers } = await requestPage(path);
      for (const tag of [headers.etag, `"a", ${headers.etag}`, "*"]) {
        const again = await requestPage(`${path}?x=1`, { "if-none-match": String(tag) });
        expect([again.status, again.text, again.headers.etag]).toEqual([304, "", headers.etag]);
        expect(again.headers["cache-control"]).toBe(headers["cache-control"]);
      }
      expect((await requestPage(path, { "if-none-match": '"other"' })).status).toBe(200);
    }
  });

  test("scripts are cached for a year, files of public are revalidated", async () => {
    const policies = await Promise.all(paths.map(async (path) => (await requestPage(path)).headers["cache-control"]));
    expect(policies).toEqual([...Array(3).fill("public, max-age=0"), "public, max-age=31536000, immutable"]);
  });

  test("are not counted, even with a query, but another spelling of the path is", async () => {
    await startServer({ PAGE_LIMIT: "2,5" });
    for (const path of paths) expect((await requestPage(`${path}?x=1`)).status).toBe(200);
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) statuses.push((await requestPage("/%61nimals.svg")).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br", "br"],
  ["GZIP;q=0.5", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br; q=0.000 , gzip ; q=0.001", "gzip"],
  ["br;q=0", "identity"],
  ["xbr, brx", "identity"],
  [["gzip", "br"], "br"],
])("Accept-Encoding %j selects %s", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
