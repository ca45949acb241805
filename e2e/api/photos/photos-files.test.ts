import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { removePet } from "@/lib/pets/changes/record-store";
import type { Photo } from "@/lib/pets/photos/schema";
import { addPhoto, storePhotoFiles } from "@/lib/pets/photos/store";
import { createPet } from "@/lib/pets/store";
import { setClock } from "@/lib/process/clock";
import { noisyPhoto } from "../support/photos";
import { suiteService } from "../support/service";
import { holdingTransaction } from "../support/transaction";

const PAGES_A_MINUTE = 10;
const service = suiteService({
  environment: { PAGE_LIMIT: `${PAGES_A_MINUTE},1000`, TRUSTED_PROXIES: "1" },
  pages: async (_request, response) => void response.end("page"),
});
let photo: Photo;
let petId: bigint;
beforeAll(async () => {
  ({ id: petId } = await createPet({ kind: "operator" }, { name: "Biscuit", categoryId: 1n }));
  const parts = [await noisyPhoto(1_400, 900).jpeg().toBuffer()];
  ({ data: photo } = await addPhoto({ kind: "operator" }, petId, {
    alt: "",
    ...(await storePhotoFiles(parts, "image/jpeg")),
  }));
});
afterEach(() => setClock(null));

let last = 0;
/** An IP address that no request has used. */
const newAddress = () => `198.51.100.${++last}`;

/** Sends a request, and reads the whole answer, so that none is unfinished when the service stops. */
async function get(path: string, { address = newAddress(), ...init }: RequestInit & { address?: string } = {}) {
  const headers = { "X-Forwarded-For": address, ...init.headers };
  const response = await fetch(`${service.origin}${path}`, { ...init, headers });
  const body = await response.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, response);
}

const unknown = (digit: number) => `/photos/${String(digit).padStart(64, "0")}-320.webp`;

describe("GET /photos/{hash}-{size}", () => {
  test.each([
    ["96", "w96", "image/webp"],
    ["320", "w320", "image/webp"],
    ["640", "w640", "image/webp"],
    ["1280", "w1280", "image/webp"],
    ["card", "card", "image/jpeg"],
  ] as const)(
    "%s is as it was stored, and any site may show and keep it, but no browser executes it",
    async (size, column, type) => {
      const response = await get(photo.urls[size]);
      expect(response.status).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": type,
        "content-length": String(bytes.length),
        "cache-control": "public, max-age=31536000, s-maxage=60, immutable",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "cross-origin",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        etag: expect.stringMatching(/^"[0-9a-f]{64}-/),
      });
      const { rows } = await pool().query(`SELECT ${column} AS bytes FROM photo_files`);
      expect(rows).toEqual([{ bytes }]);
    },
  );

  test("HEAD gets only the headers, a known ETag gets 304, and another method 405", async () => {
    const full = await get(photo.urls[640]);
    const head = await get(photo.urls[640], { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("content-length")]).toEqual([
      ...[200, ""],
      full.headers.get("content-length"),
    ]);
    const etag = String(full.headers.get("etag"));
    for (const tag of [etag, `"x", ${etag}`, "*"]) {
      const again = await get(photo.urls[640], { headers: { "If-None-Match": tag } });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
      expect(again.headers.get("cache-control")).toMatch(/immutable/);
    }
    expect((await get(photo.urls[640], { headers: { "If-None-Match": '"x"' } })).status).toBe(200);
    expect((await get(photo.urls[640], { method: "POST" })).status).toBe(405);
  });

  test("a photo does not count as a page", async () => {
    const address = newAddress();
    for (let count = 0; count < 2 * PAGES_A_MINUTE; count++) {
      expect((await get(photo.urls[1280], { address })).status).toBe(200);
    }
    expect((await get("/", { address })).status).toBe(200);
  });

  test("unknown hashes get 404 and count like pages, and photos can still be loaded", async () => {
    setClock(() => 1_800_000_000_000);
    const address = newAddress();
    for (let count = 0; count < PAGES_A_MINUTE; count++) {
      const response = await get(unknown(count), { address });
      expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    }
    expect((await get(unknown(100), { address })).status).toBe(429);
    expect((await get(photo.urls[320], { address })).status).toBe(200);
  });

  test("at most 30 photos are read for one IP address at a time, and other clients get theirs", async () => {
    const address = newAddress();
    const [requests, other] = await holdingTransaction(
      { sql: "LOCK TABLE photos IN ACCESS EXCLUSIVE MODE" },
      async () => {
        const all = Array.from({ length: 31 }, (_, index) => get(unknown(1_000 + index), { address }));
        expect((await Promise.race(all)).status).toBe(503);
        return [all, get(unknown(2_000))] as const;
      },
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(30);
    expect((await other).status).toBe(404);
  });

  test("a photo that was removed, or whose animal was, is gone within a second, from memory and caches too", async () => {
    let time = 1_800_000_000_000;
    setClock(() => time);
    const status = async () => {
      time += 1_000;
      return (await get(photo.urls[320], { headers: { "If-None-Match": etag } })).status;
    };
    const etag = String((await get(photo.urls[320])).headers.get("etag"));
    const change = (sql: string) => pool().query(`${sql} WHERE id = $1`, [photo.id]);
    expect(await status()).toBe(304);
    await change("UPDATE photos SET removed_at = now()");
    expect(await status()).toBe(404);
    await change("UPDATE photos SET removed_at = NULL");
    expect(await status()).toBe(304);
    await removePet({ kind: "operator" }, petId, null);
    expect(await status()).toBe(404);
  });
});
