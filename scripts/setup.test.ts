import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const moduleUrl = (name: string) => pathToFileURL(join(process.cwd(), "scripts", name)).href;

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pets-setup-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "close");
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a script. `line` resolves when it has printed a string, `ended` with its exit code and output. */
function start(script: string, { node = process.execPath, cwd = folder } = {}) {
  const file = join(folder, `${children.length}.mjs`);
  writeFileSync(file, script);
  const child = spawn(node, [file], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let output = "";
  const line = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => output.includes(text) && resolve();
      child.stdout.on("data", look);
      child.stderr.on("data", look);
      look();
    });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output }));
  return { child, line, ended };
}

describe("the set-up lock", () => {
  const lock = `import { withSetupLock } from ${JSON.stringify(moduleUrl("setup-lock.mjs"))};`;
  /** Holds the lock until the file `go` exists. */
  const holder = `${lock}
import { existsSync } from "node:fs";
await withSetupLock(async () => {
  console.log("holds");
  while (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 20));
});`;
  const waiter = `${lock}
await withSetupLock(async () => console.log("my turn"));`;

  test("a second process says that it waits, and continues when the first is done", async () => {
    const first = start(holder);
    await first.line("holds");
    const second = start(waiter);
    await second.line("waiting for it");
    writeFileSync(join(folder, "go"), "");
    expect((await first.ended).code).toBe(0);
    expect(await second.ended).toEqual({ code: 0, output: expect.stringContaining("my turn") });
    expect(existsSync(join(folder, ".setup-lock"))).toBe(false);
  });

  test("the lock of a killed process is taken over, and one whose action throws releases it", async () => {
    const first = start(holder);
    await first.line("holds");
    first.child.kill("SIGKILL");
    await first.ended;
    expect(existsSync(join(folder, ".setup-lock"))).toBe(true);
    const failing = start(`${lock}
await withSetupLock(async () => { throw new Error("no disk"); }).catch(() => console.log("failed"));`);
    expect((await failing.ended).output).toContain("failed");
    expect((await start(waiter).ended).output).toBe("my turn\n");
  });
});

describe("the pinned Node", () => {
  const continued = `import { continueOnPinnedNode } from ${JSON.stringify(moduleUrl("runtime.mjs"))};
await continueOnPinnedNode();`;

  /** Returns a Node that is not the pinned one, as at the first start. */
  function otherNode(): string {
    const path = join(folder, process.platform === "win32" ? "other.exe" : "other");
    copyFileSync(process.execPath, path);
    return path;
  }

  test("another Node starts the pinned one, and passes on output, signals and the exit code", async () => {
    const script = `${continued}
process.on("SIGTERM", () => { console.log("stopped in order"); process.exit(3); });
setInterval(() => {}, 1_000);
console.log(process.execPath, process.version);`;
    const service = start(script, { node: otherNode(), cwd: process.cwd() });
    await service.line("v26.");
    service.child.kill("SIGTERM");
    const { code, output } = await service.ended;
    expect(code).toBe(3);
    expect(output).toMatch(/^\S*node_modules.node-[\w-]+.bin.node\S* v26\.\S+\nstopped in order\n$/);
    expect(process.execPath).toMatch(/node_modules.node-[\w-]+.bin.node/);
  });
});
