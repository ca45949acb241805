import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Launcher, NO_DEMO, temporaryFolder } from "@/e2e/testing/launcher";
import { pathsOf, readPidFile } from "./postgres/cluster";

const launcher = new Launcher(temporaryFolder("failures"));
const { dataDir } = launcher;

afterAll(() => launcher.clean());

describe("a start that fails prints one line with the reason", () => {
  const cases: [name: string, env: Record<string, string>, line: RegExp][] = [
    ["PORT", { PORT: "80x" }, /^PORT must be a whole number from 0 to 65535\n$/],
    ["DEMO_DATA", { DEMO_DATA: "maybe" }, /^DEMO_DATA must be true or false\n$/],
    [
      "DATABASE_URL of another kind",
      { DATABASE_URL: "mysql://u:hunter2@h/d" },
      /^DATABASE_URL must (?!.*hunter2).*\n$/,
    ],
    [
      "database not reachable",
      { DATABASE_URL: "postgresql://u:hunter2@127.0.0.1:1/d" },
      /^DATABASE_URL: (?!.*hunter2).*127\.0\.0\.1:1 .*\n$/,
    ],
    [
      "MIGRATION_DATABASE_URL alone",
      { MIGRATION_DATABASE_URL: "postgresql://h/d" },
      /^MIGRATION_DATABASE_URL needs DATABASE_URL\n$/,
    ],
    [
      "HOST that is not ours",
      { HOST: "192.0.2.1" },
      /^PORT 0 on HOST 192\.0\.2\.1 cannot be used \(EADDRNOTAVAIL\)\n$/,
    ],
  ];
  test.each(cases)("%s", async (_name, env, line) => {
    const { code, output } = await launcher.runToEnd([], { ...NO_DEMO, ...env });
    expect(code).toBe(1);
    expect(output.replace(/^(\{.*\}|✓ .*)\n/gm, "")).toMatch(line);
  });

  test("a taken port", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const { code, output } = await launcher.runToEnd([], { ...NO_DEMO, PORT: String(port) });
    taken.close();
    expect(code).toBe(1);
    expect(output.replace(/^(\{.*\}|✓ .*)\n/gm, "")).toBe(
      `PORT ${port} on HOST 127.0.0.1 is taken: stop what uses it or set PORT\n`,
    );
    expect(readPidFile(pathsOf(dataDir).pid)).toBeNull();
  });

  test("a data folder that is not writable", async () => {
    const file = join(dataDir, "a-file");
    writeFileSync(file, "");
    const { code, output } = await launcher.runToEnd([], { DATA_DIR: join(file, "below") });
    expect({ code, output }).toEqual({
      code: 1,
      output: `DATA_DIR ${join(file, "below")} is not writable (ENOTDIR)\n`,
    });
  });
});

describe("bad arguments of a command print one line, exit with code 2 and start nothing", () => {
  const cases: [args: string[], line: RegExp][] = [
    [["keys"], /^usage: /],
    [["keys", "create"], /^name is required\n$/],
    [["keys", "create", "--name", "A", "--plan", "gold"], /^plan must be one of /],
    [["keys", "create", "--name", "A", "--scopes", "pets:all"], /^scopes must be of /],
    [["keys", "create", "--name", "A", "--expires", "yesterday"], /^--expires must be /],
    [["keys", "create", "--name", "A", "--plan", "enterprise", "--per-minute", "10"], /^plan enterprise needs /],
    [["keys", "create", "--name", "A", "--plan", "enterprise", "--per-minute", "-1", "--per-day", "0"], /./],
    [["keys", "create", "--nme", "A"], /^Unknown option '--nme'/],
    [["staff", "add", "nobody"], /^email must be an e-mail address\n$/],
    [["staff", "add", "ada@shelter.example", "--name", ""], /^name must be 1 to 100 characters long/],
    [["seed", "--pets", "1e3"], /^usage: /],
  ];
  test.each(cases)("%s", async (args, line) => {
    const { code, output } = await launcher.runToEnd(args);
    expect(code).toBe(2);
    expect(output).toMatch(line);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(readPidFile(pathsOf(dataDir).pid)).toBeNull();
  });
});
