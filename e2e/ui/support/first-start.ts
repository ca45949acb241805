import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { Launcher, temporaryFolder } from "../../testing/launcher";

/** What a first start leaves behind: its data, and the first admin, who has chosen a password and is signed in. */
type FirstStart = { dataDir: string; admin: Admin };
export type Admin = { email: string; password: string; cookies: { name: string; value: string }[] };

/** The variable that passes it to the workers. */
const VARIABLE = "FIRST_START";

/** Starts the service once before all tests, because drawing the photos of the demo data takes a while. */
export default async function prepareFirstStart(): Promise<() => void> {
  const launcher = new Launcher(temporaryFolder("first-start"));
  const { dataDir } = launcher;
  const { child, ended, output, origin } = await launcher.startService();
  const read = (pattern: RegExp) => pattern.exec(output())?.[1] ?? "";
  const admin = await chooseOwnPassword(origin, { email: read(/e-mail +(\S+)/), password: read(/password +(\S+)/) });
  child.kill("SIGTERM");
  await ended;
  process.env[VARIABLE] = JSON.stringify({ dataDir, admin } satisfies FirstStart);
  return () => rmSync(dataDir, { recursive: true, force: true });
}

/** Signs in with the printed password through the API of the pages, and replaces it. */
async function chooseOwnPassword(origin: string, { email, password }: Omit<Admin, "cookies">): Promise<Admin> {
  const post = async (path: string, body: object, cookies: Admin["cookies"] = []) => {
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const headers = { "Content-Type": "application/json", Origin: origin, Cookie };
    const response = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.headers.getSetCookie().map((line) => {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      return { name, value };
    });
  };
  const newPassword = "violet anchor seldom maple";
  const first = await post("/api/auth/sign-in/email", { email, password });
  await post("/api/auth/change-password", { currentPassword: password, newPassword }, first);
  const cookies = await post("/api/auth/sign-in/email", { email, password: newPassword });
  return { email, password: newPassword, cookies };
}

/** Copies the data of that first start into an empty folder. */
export function copyFirstStart(folder: string): Admin {
  const { dataDir, admin }: FirstStart = JSON.parse(process.env[VARIABLE] ?? "{}");
  // Keeps the owner of each file. If root runs the tests, PostgreSQL's files belong to another user.
  execFileSync("cp", ["-a", `${dataDir}/.`, folder]);
  return admin;
}
