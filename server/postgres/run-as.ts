import { type SpawnOptions, spawnSync } from "node:child_process";
import { chownSync, existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

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
  if (process.getuid?.() !== 0) {
    return { command: (file, args) => ({ file, args: [...args], options: {} }), own: () => {} };
  }
  const owner = statSync(dataDir);
  const uid = owner.uid || NOBODY;
  const gid = owner.gid || NOBODY;
  const own = (path: string) => chownAll(path, uid, gid);
  const direct = { uid, gid, cwd: "/" };
  if (canReach(binary, dataDir, direct)) {
    return { command: (file, args) => ({ file, args: [...args], options: direct }), own };
  }
  for (const lend of LENDING.map((options) => [`--reuid=${uid}`, `--regid=${gid}`, ...options])) {
    const prefix = [...lend, "--clear-groups", `--inh-caps=${CAPABILITIES}`, `--ambient-caps=${CAPABILITIES}`];
    if (!canAccess(prefix, binary)) continue;
    return {
      command: (file, args) => ({ file: "setpriv", args: [...prefix, file, ...args], options: { cwd: "/" } }),
      own,
    };
  }
  throw new Error(
    `DATA_DIR ${dataDir}: PostgreSQL does not run as root, and user ${uid} may not enter the folders of this project. ` +
      "Run as another user, or move the project to a folder that everybody may enter",
  );
}

function canReach(binary: string, dataDir: string, options: { uid: number; gid: number; cwd: string }): boolean {
  const version = spawnSync(binary, ["--version"], { ...options, timeout: PROBE_TIMEOUT_MS });
  const folder = spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", dataDir], { ...options, timeout: PROBE_TIMEOUT_MS });
  return version.status === 0 && folder.status === 0;
}

/** access(2) is Node's fs.access. */
function canAccess(setpriv: readonly string[], binary: string): boolean {
  const script = "require('node:fs').accessSync(process.argv[1], require('node:fs').constants.X_OK)";
  const args = [...setpriv, process.execPath, "-e", script, binary];
  return spawnSync("setpriv", args, { cwd: "/", timeout: PROBE_TIMEOUT_MS }).status === 0;
}

function chownAll(path: string, uid: number, gid: number): void {
  if (!existsSync(path)) return;
  chownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownAll(join(path, name), uid, gid);
}
