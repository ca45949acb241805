import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fake, requestPage, setUpFakePages } from "@/e2e/testing/fake-pages";
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
    const compressed = ["/_next/static/chunks/a.js", "/a.svg"];
    const plain = ["/_next/static/chunks/tiny.css", "/cards/a.png"];
    expect([...assets.keys()].sort()).toEqual([...compressed, ...plain].sort());
    for (const path of compressed) {
      const { identity, br, gzip } = assets.get(path)?.variants ?? expect.fail(path);
      expect(brotliDecompressSync(br.body).equals(identity.body)).toBe(true);
      expect(gunzipSync(gzip.body).equals(identity.body)).toBe(true);
      expect([br.headers, gzip.headers, identity.headers]).toMatchObject([
        expect.arrayContaining(["br"]),
        expect.arrayContaining(["gzip"]),
        expect.arrayContaining(["Vary"]),
      ]);
    }
    for (const path of plain) {
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
});

describe("served files", () => {
  setUpFakePages();
  const scripts = readdirSync(".next/static/chunks").filter((name) => name.endsWith(".js"));
  const paths = ["/animals.svg", "/cards/dog.png", `/_next/static/chunks/${scripts[0]}`];

  test.each(["br", "gzip", "identity"])("come from memory, with any query, for %s", async (encoding) => {
    for (const path of paths) {
      const [plain, queried, head] = [
        await requestPage(path, { "accept-encoding": encoding }),
        await requestPage(`${path}?x=1`, { "accept-encoding": encoding }),
        await requestPage(`${path}?x=2`, { "accept-encoding": encoding }, "HEAD"),
      ];
      const rest = { status: 200, headers: { ...plain.headers, date: expect.any(String) } };
      expect(queried).toMatchObject({ ...rest, text: plain.text });
      expect(head).toMatchObject({ ...rest, text: "" });
      const isText = !path.endsWith(".png");
      expect(plain.headers["content-encoding"]).toBe(isText && encoding !== "identity" ? encoding : undefined);
      expect(plain.headers["x-content-type-options"]).toBe("nosniff");
    }
    expect(fake.renders).toEqual([]);
  });

  test("answer 304 to a browser that has the file; scripts are kept for a year", async () => {
    const policies: (string | undefined)[] = [];
    for (const path of paths) {
      const { headers } = await requestPage(path);
      policies.push(headers["cache-control"]);
      for (const tag of [headers.etag, `"a", ${headers.etag}`, "*"]) {
        const again = await requestPage(`${path}?x=1`, { "if-none-match": String(tag) });
        expect([again.status, again.text, again.headers.etag]).toEqual([304, "", headers.etag]);
        expect(again.headers["cache-control"]).toBe(headers["cache-control"]);
      }
      expect((await requestPage(path, { "if-none-match": '"other"' })).status).toBe(200);
    }
    expect(policies).toEqual([...Array(2).fill("public, max-age=0"), "public, max-age=31536000, immutable"]);
  });
});

test.each([
  [undefined, "identity"],
  ["gzip, deflate, br", "br"],
  ["GZIP;q=0.5", "gzip"],
  ["br; q=0.000 , gzip ; q=0.001", "gzip"],
  ["br;q=0", "identity"],
  ["xbr, brx", "identity"],
  [["gzip", "br"], "br"],
])("Accept-Encoding %j selects %s", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
