import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprint } from "./setup.mjs";

const MODULE = pathToFileURL(join(process.cwd(), "scripts", "restart.mjs")).href;
const PARENT = `import { keepRestarting } from ${JSON.stringify(MODULE)};
const stop = keepRestarting({ args: ["code/main.mjs"], watched: ["code", "absent"] });
process.once("SIGTERM", async () => { await stop(); console.log("stopped"); process.exit(); });`;
const program = (
  name: string,
) => `console.log("runs " + ${JSON.stringify(name)}, process.pid); setInterval(() => {}, 1e3);
process.on("disconnect", () => process.exit());`;

let folder: string;
let parent: ChildProcess;
let output = "";
const printed = (text: RegExp) => expect.poll(() => text.exec(output)).not.toBeNull();
const write = (text: string) => writeFileSync(join(folder, "code", "main.mjs"), text);

beforeEach(async () => {
  output = "";
  folder = mkdtempSync(join(tmpdir(), "pets-restart-"));
  mkdirSync(join(folder, "code"));
  write(program("one"));
  writeFileSync(join(folder, "parent.mjs"), PARENT);
  const started = spawn(process.execPath, ["parent.mjs"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  parent = started;
  for (const stream of [started.stdout, started.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  await printed(/runs one/);
});
afterEach(async () => {
  if (parent.exitCode === null && parent.signalCode === null) {
    const ended = once(parent, "close");
    parent.kill("SIGKILL");
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

test("a changed file restarts the process", async () => {
  write(program("two"));
  await printed(/runs two/);
  expect(output.match(/runs one/g)).toHaveLength(1);
  expect(output.match(/restarting/g)).toHaveLength(1);
});

test("a file that is written without a change, and a test, count as no change", () => {
  const code = [join(folder, "code")];
  const before = fingerprint(code);
  write(program("one"));
  writeFileSync(join(folder, "code", "main.test.ts"), "");
  expect(fingerprint(code)).toBe(before);
  write(program("two"));
  expect(fingerprint(code)).not.toBe(before);
});

test("a process that fails is restarted at the next change", async () => {
  write("throw new Error('a mistake')");
  await printed(/a mistake/);
  write(program("two"));
  await printed(/runs two/);
});

test("stopping stops the process too", async () => {
  const pid = Number(/runs one (\d+)/.exec(output)?.[1]);
  parent.kill("SIGTERM");
  await once(parent, "close");
  expect(output).toContain("stopped");
  expect(() => process.kill(pid, 0)).toThrow();
});
