import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { startPostgres } from "../../server/postgres/postgres";

/** Creates a folder for a test. Other users may enter it, because for root PostgreSQL runs as another user. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `pets-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}

type Environment = Record<string, string>;

/** For a first start without demo data, whose photos take longer than everything else. */
export const NO_DEMO = { DEMO_DATA: "false" };

/** A command that was started. */
export type Run = {
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** Everything that it has printed so far. */
  output(): string;
  /** Its exit code, null when a signal ended it. */
  ended: Promise<number | null>;
};

/** The command line of the service, as a person uses it, on a data folder. */
export class Launcher {
  private readonly runs: Run[] = [];

  /** With `uid`, everything runs as that user. */
  constructor(
    readonly dataDir: string,
    private readonly uid?: number,
  ) {}

  /** Starts `npm start` (no arguments) or another command. */
  start(args: string[] = [], environment: Environment = {}): Run {
    const child = spawn(process.execPath, ["server/start.mjs", ...args], {
      env: { ...process.env, NODE_ENV: "production", DATA_DIR: this.dataDir, PORT: "0", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      ...(this.uid !== undefined && { uid: this.uid, gid: this.uid }),
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    const run = { child, output: () => output, ended: once(child, "close").then(([code]) => code) };
    this.runs.push(run);
    return run;
  }

  /** Starts a command and waits for its end. */
  async runToEnd(args: string[], environment: Environment = {}): Promise<{ code: number | null; output: string }> {
    const { ended, output } = this.start(args, environment);
    return { code: await ended, output: output() };
  }

  /** Starts the service. Resolves when it has printed its banner. */
  async startService(environment: Environment = {}): Promise<Run & { origin: string }> {
    const run = this.start([], environment);
    await new Promise<void>((resolve, reject) => {
      run.child.stdout.on("data", () => run.output().includes("curl -H") && resolve());
      void run.ended.then((code) => reject(new Error(`npm start ended with ${code}: ${run.output()}`)));
    });
    return { ...run, origin: /http:\/\/127\.0\.0\.1:\d+/.exec(run.output())?.[0] ?? "" };
  }

  /** Starts the service on an empty folder, without demo data, and makes a key. */
  async startWithKey(environment: Environment = {}): Promise<Run & { origin: string; key: string }> {
    const service = await this.startService({ ...NO_DEMO, ...environment });
    return { ...service, key: await this.makeKey() };
  }

  /** Makes a key with the command, and returns its secret. */
  async makeKey(environment: Environment = {}): Promise<string> {
    const { output } = await this.runToEnd(["keys", "create", "--name", "Made", "--json"], environment);
    return /pet_live_\w+/.exec(output)?.[0] ?? "";
  }

  /** Kills every process that it started. PostgreSQL keeps running. */
  async kill(): Promise<void> {
    for (const run of this.runs) run.child.kill("SIGKILL");
    await Promise.all(this.runs.splice(0).map((run) => run.ended));
  }

  /** Kills every process that it started, stops PostgreSQL and removes the folder. */
  async clean(): Promise<void> {
    await this.kill();
    await (await startPostgres({ dataDir: this.dataDir })).stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Starts a real Redis on a port, which writes nothing to the disk. Resolves when it answers. */
export async function startRedis(program: string, port: number): Promise<ChildProcess> {
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", tmpdir()];
  const redis = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve) => {
    redis.stdout.on("data", (text) => /Ready to accept connections/.test(String(text)) && resolve());
  });
  return redis;
}
