import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { Launcher, temporaryFolder } from "../../testing/launcher";

/** What a first start leaves behind and prints, and a key that may change animals. */
type FirstStart = { dataDir: string; staff: { email: string; password: string }; key: string };

/** The variable that passes it to the workers. */
const VARIABLE = "FIRST_START";

/** Starts the service once before all tests, because drawing the photos of the demo data takes a while. */
export default async function prepareFirstStart(): Promise<() => void> {
  const launcher = new Launcher(temporaryFolder("first-start"));
  const { dataDir } = launcher;
  const { child, ended, output } = await launcher.startService();
  const key = await launcher.makeKey();
  child.kill("SIGTERM");
  await ended;
  const read = (pattern: RegExp) => pattern.exec(output())?.[1] ?? "";
  const staff = { email: read(/e-mail +(\S+)/), password: read(/password +(\S+)/) };
  process.env[VARIABLE] = JSON.stringify({ dataDir, staff, key } satisfies FirstStart);
  return () => rmSync(dataDir, { recursive: true, force: true });
}

/** Copies the data of that first start into an empty folder. Returns its secrets. */
export function copyFirstStart(folder: string): Pick<FirstStart, "staff" | "key"> {
  const { dataDir, staff, key }: FirstStart = JSON.parse(process.env[VARIABLE] ?? "{}");
  // Keeps the owner of each file. If root runs the tests, PostgreSQL's files belong to another user.
  execFileSync("cp", ["-a", `${dataDir}/.`, folder]);
  return { staff, key };
}
