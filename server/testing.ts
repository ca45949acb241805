// What tests share: folders, and the service as a process of its own.
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { startPostgres } from "./postgres";

/** A new folder for a test, which another user may enter: as root, PostgreSQL runs as somebody else. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `pets-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}

type Environment = Record<string, string>;

/** A command under way. */
export type Run = {
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** Everything that it printed up to now. */
  output(): string;
  /** Its exit code, null when a signal ended it. */
  ended: Promise<number | null>;
};

/** The command line of the service, as a person uses it, on a data folder. */
export class Launcher {
  private readonly runs: Run[] = [];

  constructor(readonly dataDir: string) {}

  /** Runs `npm start` (no arguments) or another command. */
  run(args: string[] = [], environment: Environment = {}): Run {
    const child = spawn(process.execPath, ["server/start.mjs", ...args], {
      env: { ...process.env, NODE_ENV: "production", DATA_DIR: this.dataDir, PORT: "0", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
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

  /** Runs a command to its end. */
  async runToEnd(args: string[], environment: Environment = {}): Promise<{ code: number | null; output: string }> {
    const { ended, output } = this.run(args, environment);
    return { code: await ended, output: output() };
  }

  /** Starts the service; resolves when it has printed its banner. */
  async serve(environment: Environment = {}): Promise<Run & { origin: string }> {
    const run = this.run([], environment);
    await new Promise<void>((resolve, reject) => {
      run.child.stdout.on("data", () => run.output().includes("curl -H") && resolve());
      void run.ended.then((code) => reject(new Error(`npm start ended with ${code}: ${run.output()}`)));
    });
    return { ...run, origin: /http:\/\/127\.0\.0\.1:\d+/.exec(run.output())?.[0] ?? "" };
  }

  /** Ends everything that runs, as hard as can be; PostgreSQL stays. */
  async kill(): Promise<void> {
    for (const run of this.runs) run.child.kill("SIGKILL");
    await Promise.all(this.runs.splice(0).map((run) => run.ended));
  }

  /** Ends what still runs, PostgreSQL last, and removes the folder. */
  async clean(): Promise<void> {
    await this.kill();
    await (await startPostgres({ dataDir: this.dataDir })).stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** A real Redis on a port; keeps nothing on disk. */
export async function startRedis(program: string, port: number): Promise<ChildProcess> {
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", tmpdir()];
  const redis = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve) => {
    redis.stdout.on("data", (text) => /Ready to accept connections/.test(String(text)) && resolve());
  });
  return redis;
}
