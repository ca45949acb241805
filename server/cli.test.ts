import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { removeData } from "@/e2e/testing/launcher";
import { copyOfTemplate, query } from "@/e2e/testing/template";
import { runCommand } from "./cli";
import { startPostgres } from "./postgres/postgres";

// The commands, beside a PostgreSQL that runs already.
const dataDir = copyOfTemplate("cli");
let url = "";
beforeAll(async () => {
  ({ url } = await startPostgres({ dataDir }));
});
beforeEach(() => void vi.stubEnv("DATA_DIR", dataDir));
afterAll(() => removeData(dataDir));

/** Returns the exit code of a command, and what it prints. */
async function run(line: string): Promise<[code: number, output: string, errors: string]> {
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += text;
      return true;
    }),
  );
  const [name = "", ...args] = line.split(" ");
  const code = await runCommand(name, args);
  for (const spy of spies) spy.mockRestore();
  return [code, written.stdout, written.stderr];
}

test("keys are created, listed, shown and revoked, and only JSON is printed with --json", async () => {
  const [code, output] = await run("keys create --name Partner --plan pro --scopes pets:read --expires 90d --json");
  const { id, key, ...rest } = JSON.parse(output);
  expect([code, rest]).toEqual([0, {}]);
  const listed = (state: string) => `${id}  ${key.slice(0, 13)}  ${state}  pro  pets:read  Partner\n`;
  expect((await run("keys list"))[1]).toContain(listed("active"));
  expect(JSON.parse((await run(`keys show ${id}`))[1])).toMatchObject({ name: "Partner", scopes: ["pets:read"] });
  expect(await run(`keys unban ${id}`)).toEqual([1, "", "This key is not banned\n"]);
  const [, again] = await run(`keys rotate ${id} --grace-hours 2`);
  expect(again).toMatch(new RegExp(`^${id}\npet_live_\\w+\nThe key is shown only once\\.\n$`));
  expect(again).not.toContain(key);
  expect((await run(`keys revoke ${id}`))[0]).toBe(0);
  expect((await run("keys list"))[1]).toContain(`${id}  ${again.split("\n")[1]?.slice(0, 13)}  revoked`);
});

test("a person gets a password that is shown once, and an unknown one is an error", async () => {
  const password = /^ada@shelter\.example\n\S{20,}\nThe password is shown only once\. It must be changed [^\n]+\n$/;
  for (const line of ["staff add ada@shelter.example --admin", "staff reset ADA@shelter.example"])
    expect(await run(line)).toEqual([0, expect.stringMatching(password), ""]);
  const [code, , error] = await run("staff reset nobody@shelter.example");
  expect([code, error]).toEqual([1, expect.stringContaining("There is no person with the e-mail address")]);
});

test("no demo data is added where there are animals", async () => {
  await query(url, "INSERT INTO pets (name, category_id, status) VALUES ('Own', 1, 'available')");
  expect(await run("seed")).toEqual([0, "There are already animals, so no demo data was added\n", ""]);
});

test.each([
  ["keys", /^usage: /],
  ["keys create", /^name is required\n$/],
  ["keys create --name A --plan gold", /^plan must be one of /],
  ["keys create --name A --scopes pets:all", /^scopes must be of /],
  ["keys create --name A --expires yesterday", /^--expires must be /],
  ["keys create --name A --plan enterprise --per-minute 10", /^plan enterprise needs /],
  ["keys create --name A --plan enterprise --per-minute -1 --per-day 0", /./],
  ["keys create --nme A", /^Unknown option '--nme'/],
  ["staff add nobody", /^email must be an e-mail address\n$/],
  ["staff reset", /^usage: /],
  ["seed all", /^usage: /],
])("%s: wrong arguments print one line, exit with 2 and start nothing", async (line, message) => {
  vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none");
  const [code, output, error] = await run(line);
  expect([code, output, error]).toEqual([2, "", expect.stringMatching(message)]);
  expect(error.trim().split("\n")).toHaveLength(1);
});
