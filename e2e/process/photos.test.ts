import { readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchDocumented } from "@/e2e/testing/document";
import { Launcher, NO_DEMO, type Run, temporaryFolder } from "@/e2e/testing/launcher";
import { isAlive } from "@/server/postgres/processes";

// Photos in the production process, with the real converter.
const launcher = new Launcher(temporaryFolder("photos"));
let service: Run;
let origin = "";
let key = "";
afterAll(() => launcher.clean());

beforeAll(async () => {
  const started = await launcher.startService(NO_DEMO);
  [service, origin] = [started, started.origin];
  const { output } = await launcher.runToEnd(["keys", "create", "--name", "Photos", "--json"]);
  ({ key } = JSON.parse(output));
});

const post = (path: string, type: string, body: BodyInit) =>
  fetchDocumented(`${origin}${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": type },
    body,
  });

async function newPet(): Promise<number> {
  return (await (await post("/v1/pets", "application/json", '{"name":"Biscuit","categoryId":1}')).json()).id;
}

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c84" } })
    .png()
    .toBuffer();

/** The processes that convert photos for the service. */
function converters(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const [status, command] = [readProc(pid, "stat"), readProc(pid, "cmdline")];
      return (
        command.includes("lib/pets/photos/converter.mjs") &&
        status.split(") ")[1]?.split(" ")[1] === String(service.child.pid)
      );
    })
    .map(Number);
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // It has ended by now.
  }
}

describe("npm start", () => {
  test("an uploaded photo is served immediately, with the policies of a file", async () => {
    const answer = await post(
      `/v1/pets/${await newPet()}/photos?alt=`,
      "image/png",
      new Uint8Array(await photo(800, 600)),
    );
    expect(answer.status).toBe(201);
    const { urls } = (await answer.json()) as { urls: Record<string, string> };
    const response = await fetch(`${origin}${urls[640]}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, s-maxage=60, immutable",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    });
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
      width: 640,
      height: 480,
    });
  });

  test.skipIf(process.platform !== "linux")("a conversion that hangs does not outlive the service", async () => {
    const upload = post(`/v1/pets/${await newPet()}/photos`, "image/png", new Uint8Array(await photo(6_000, 4_000)));
    upload.catch(() => {});
    await expect.poll(converters, { interval: 5 }).toHaveLength(1);
    const [pid = 0] = converters();
    process.kill(pid, "SIGSTOP");
    service.child.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });
});
