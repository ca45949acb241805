import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { pathsOf, readPidFile } from "../../server/postgres/cluster";
import { isAlive, ownerOf } from "../../server/postgres/processes";

/** Creates a folder for a test. Other users may enter it, because for root PostgreSQL runs as another user. */
export function temporaryFolder(purpose: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `pets-${purpose}-`)));
  chmodSync(folder, 0o755);
  return folder;
}

type Environment = Record<string, string>;

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
    return whenServing(this.start([], environment));
  }

  /** Makes a key with the command, and returns its secret. */
  async makeKey(): Promise<string> {
    const { output } = await this.runToEnd(["keys", "create", "--name", "Made", "--json"]);
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
    await removeData(this.dataDir);
  }
}

/** Resolves when a start has printed its banner. @throws Error with its output when it ends before */
export async function whenServing(run: Run): Promise<Run & { origin: string }> {
  await new Promise<void>((resolve, reject) => {
    run.child.stdout.on("data", () => run.output().includes("curl -H") && resolve());
    void run.ended.then((code) => reject(new Error(`npm start ended with ${code}: ${run.output()}`)));
  });
  return { ...run, origin: /http:\/\/127\.0\.0\.1:\d+/.exec(run.output())?.[0] ?? "" };
}

/** Returns the child processes of a process whose command contains a text. */
export function childrenOf(pid: number | undefined, text: string): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, own, parent, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === pid && args.includes(text) ? [Number(own)] : [];
  });
}

/** Ends the PostgreSQL of a data folder at once, and removes the folder. */
export async function removeData(dataDir: string): Promise<void> {
  const { pid, cluster } = pathsOf(dataDir);
  const postmaster = readPidFile(pid)?.pid;
  if (postmaster && isAlive(postmaster) && ownerOf(postmaster, cluster) === "ours") {
    process.kill(postmaster, "SIGQUIT");
    while (isAlive(postmaster)) await delay(10);
  }
  rmSync(dataDir, { recursive: true, force: true });
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
