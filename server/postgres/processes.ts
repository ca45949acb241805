import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { codeOf } from "@/lib/values/objects";

/** `cwd` is null when it is hidden. */
type Process = { args: string; cwd: string | null; uid: number; isZombie: boolean };

const PS_TIMEOUT_MS = 5_000;
const HAS_PROC = process.platform === "linux" && existsSync("/proc/self/cmdline");

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** PostgreSQL puts it into the titles of its processes, which every user can read. */
export function clusterName(cluster: string): string {
  return `pets-${createHash("sha256").update(cluster).digest("hex").slice(0, 12)}`;
}

/** Whether a process is the postmaster of this cluster. "other": certainly not, such as another cluster's. */
export function ownerOf(pid: number, cluster: string): "ours" | "other" | "unknown" {
  const found = inspect(pid);
  if (!found) return "unknown";
  if (found.isZombie) return "other";
  // It works in its data folder, which is also its argument.
  if (found.cwd === cluster || `${found.args} `.includes(` -D ${cluster} `)) return "ours";
  if (found.cwd !== null || !found.args.includes("postgres") || found.args.includes(" -D ")) return "other";
  return "unknown";
}

/**
 * Left behind by a dead postmaster: by their title, by the cluster's name or their working directory, and by the owner
 * of the folder.
 */
export function findOrphans(cluster: string): number[] {
  const owner = statSync(cluster).uid;
  return listPids().filter((pid) => {
    const found = inspect(pid);
    if (!found || found.isZombie || found.uid !== owner) return false;
    if (!found.args.startsWith("postgres: ")) return false;
    return found.cwd === cluster || found.args.startsWith(`postgres: ${clusterName(cluster)}: `);
  });
}

/** Null if it does not exist or nothing is reported. */
export function inspect(pid: number): Process | null {
  if (HAS_PROC) return readProc(pid);
  return process.platform === "win32" ? null : askPs(pid);
}

function readProc(pid: number): Process | null {
  const folder = `/proc/${pid}`;
  try {
    const args = readFileSync(`${folder}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    // It comes after the name, which is in parentheses and may contain anything.
    const [, state = ""] = /.*\) (\S) /s.exec(readFileSync(`${folder}/stat`, "utf8")) ?? [];
    const { uid } = statSync(folder);
    return { args, cwd: readLink(`${folder}/cwd`), uid, isZombie: /[ZX]/.test(state) };
  } catch {
    return null;
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // another user's process
  }
}

function askPs(pid: number): Process | null {
  const { stdout } = ps(["-p", String(pid), "-o", "uid=,stat=,args="]);
  const [, uid, state = "", args = ""] = /^\s*(\d+)\s+(\S+)\s+(\S.*)$/m.exec(stdout ?? "") ?? [];
  if (uid === undefined) return null;
  return { args, cwd: null, uid: Number(uid), isZombie: state.startsWith("Z") };
}

function listPids(): number[] {
  if (HAS_PROC) return readdirSync("/proc").map(Number).filter(Number.isInteger);
  if (process.platform === "win32") return [];
  return (ps(["-axo", "pid="]).stdout ?? "").split("\n").map(Number).filter(Boolean);
}

function ps(args: string[]) {
  return spawnSync("ps", args, { encoding: "utf8", timeout: PS_TIMEOUT_MS });
}
