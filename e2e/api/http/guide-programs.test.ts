import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, test } from "vitest";
import { findPage } from "@/app/docs/pages";
import { pool } from "@/lib/database/pool";
import { setConverter } from "@/lib/pets/photos/convert";
import { convertQuickly } from "../support/photo-suite";
import { plainPhoto } from "../support/photos";
import { suiteService } from "../support/service";

// Programs work as they are. Those of guides print what the guide shows below them.
const service = suiteService();
const GUIDES = "docs/api";
const RUNTIMES: Record<string, string> = { sh: "sh", js: process.execPath, ts: process.execPath, python: "python3" };
const folder = mkdtempSync(join(tmpdir(), "guides-"));

beforeAll(async () => {
  convertQuickly();
  await pool().query("INSERT INTO pets (name, category_id) SELECT 'Tom ' || n, 2 FROM generate_series(1, 250) AS n");
  await pool().query("INSERT INTO pets (name, category_id) VALUES ('Biscuit', 1)");
});
afterAll(() => {
  setConverter(null);
  rmSync(folder, { recursive: true });
});

type Program = { name: string; language: string; code: string; output: string };

/** What a group of programs prints is the first other block that follows. */
function programsOf(name: string, page: string, printed?: string): Program[] {
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, language = "", code = ""], index) => {
    if (!RUNTIMES[language]) return [];
    const [, , output = ""] = blocks.slice(index).find(([, one = ""]) => !RUNTIMES[one]) ?? [];
    return [{ name: `${name}-${index}`, language, code, output: printed ?? output.trim() }];
  });
}
const PROGRAMS = [
  ...readdirSync(GUIDES).flatMap((guide) => programsOf(guide, readFileSync(join(GUIDES, guide), "utf8"))),
  ...["listPets", "createPet"].flatMap((name) => programsOf(name, findPage(name)?.text ?? "", "…Biscuit…")),
];

/** Ids are new in each run, and … stands for anything. */
function patternOf(output: string): RegExp {
  const parts = withoutIds(output).replaceAll("{{origin}}", service.origin).split("…");
  return new RegExp(`^${parts.map(RegExp.escape).join(".*")}$`, "s");
}
const withoutIds = (text: string) => text.replace(/(?<="id":)\d+/g, "N");

async function run({ name, language, code }: Program): Promise<string> {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "photo.jpg"), await plainPhoto(4, 3).jpeg().toBuffer());
  const file = join(cwd, `program.${language}`);
  writeFileSync(file, code);
  const env = { ...process.env, ORIGIN: service.origin, API_KEY: service.key };
  const { stdout } = await promisify(execFile)(RUNTIMES[language] ?? "", [file], { cwd, env });
  return stdout.trim();
}

test.concurrent.for(Object.keys(RUNTIMES))("programs in %s", async (language, { expect, skip }) => {
  skip(language === "python" && spawnSync("python3", ["--version"]).error !== undefined, "there is no python3");
  const programs = PROGRAMS.filter((program) => program.language === language);
  expect(programs).not.toEqual([]);
  for (const program of programs) {
    expect(withoutIds(await run(program)), program.name).toMatch(patternOf(program.output));
  }
});
