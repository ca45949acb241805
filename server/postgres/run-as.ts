import { type SpawnOptions, spawnSync } from "node:child_process";
import { chownSync, statSync } from "node:fs";

/** PostgreSQL's programs refuse to run as root, so root runs them as another user. */
export type RunAs = {
  command(program: string, args: readonly string[]): { file: string; args: string[]; options: SpawnOptions };
  own(path: string): void;
};

const NOBODY = 65_534;
const CAPABILITIES = "+dac_override,+dac_read_search";
/**
 * initdb uses access(2), which ignores the capabilities of a real user other than root unless this bit is set. Some
 * systems neither allow nor need it.
 */
const LENDING = [["--securebits=+no_setuid_fixup"], []];
const PROBE_TIMEOUT_MS = 10_000;

/**
 * When other users cannot enter root's folders, root lends PostgreSQL the capability to, with setpriv of util-linux.
 * @throws Error with one line when that does not work
 */
export function runAs(dataDir: string, binary: string): RunAs {
  if (process.getuid?.() !== 0) return { command: commandWith({}), own: () => {} };
  const owner = statSync(dataDir);
  const uid = owner.uid || NOBODY;
  const gid = owner.gid || NOBODY;
  const own = (path: string) => chownSync(path, uid, gid);
  const direct = { uid, gid, cwd: "/" };
  if (canReach(binary, dataDir, direct)) return { command: commandWith(direct), own };
  for (const lend of LENDING.map((options) => [`--reuid=${uid}`, `--regid=${gid}`, ...options])) {
    const capabilities = [`--inh-caps=${CAPABILITIES}`, `--ambient-caps=${CAPABILITIES}`];
    const command = commandWith({ cwd: "/" }, ["setpriv", ...lend, "--clear-groups", ...capabilities]);
    if (canAccess(command, binary)) return { command, own };
  }
  throw new Error(
    `DATA_DIR ${dataDir}: PostgreSQL does not run as root, and user ${uid} may not enter the folders of this project. ` +
      "Run as another user, or move the project to a folder that everybody may enter",
  );
}

const commandWith =
  (options: SpawnOptions, prefix: readonly string[] = []): RunAs["command"] =>
  (program, args) => {
    const [file = "", ...rest] = [...prefix, program, ...args];
    return { file, args: rest, options };
  };

function canReach(binary: string, dataDir: string, options: { uid: number; gid: number; cwd: string }): boolean {
  const version = spawnSync(binary, ["--version"], { ...options, timeout: PROBE_TIMEOUT_MS });
  const folder = spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", dataDir], { ...options, timeout: PROBE_TIMEOUT_MS });
  return version.status === 0 && folder.status === 0;
}

/** access(2) is Node's fs.access. */
function canAccess(command: RunAs["command"], binary: string): boolean {
  const script = "require('node:fs').accessSync(process.argv[1], require('node:fs').constants.X_OK)";
  const { file, args, options } = command(process.execPath, ["-e", script, binary]);
  return spawnSync(file, args, { ...options, timeout: PROBE_TIMEOUT_MS }).status === 0;
}
