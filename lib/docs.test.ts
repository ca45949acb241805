import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { privatePath } from "./applications/sent-words";

/** The files of the project, from its root: "/lib/docs.test.ts". */
const PROJECT_FILES = globSync(["*.*", "{app,bench,components,e2e,lib,prisma,scripts,server}/**/*.*"]).map(
  (name) => `/${name}`,
);
const PAGES = ["README.md", ...globSync(["docs/*.md", "docs/decisions/*.md"])];
/** A file that Next.js looks for, and that this project does not have. */
const NEXT_FILE = "proxy.ts";
const CODE = /^```.*?^```/gms;

test("the files and names of code in the documentation exist", () => {
  const sources = PROJECT_FILES.filter((name) => /\.(tsx?|mjs|prisma|sql)$/.test(name));
  const words = new Set(sources.flatMap((name) => readFileSync(`.${name}`, "utf8").match(/\w+/g) ?? []));
  const missing = PAGES.flatMap((page) => {
    const quoted = [...readFileSync(page, "utf8").matchAll(/`([\w/.-]+)`/g)].map(([, text = ""]) => text);
    const isGone = (text: string) =>
      /^[^.].*\.(tsx?|mjs|sql)$/.test(text)
        ? text !== NEXT_FILE && !PROJECT_FILES.some((name) => name.endsWith(`/${text.replace(/^\.?\//, "")}`))
        : /^[a-z]+[A-Z]\w*$/.test(text) && !words.has(text);
    return quoted.filter(isGone).map((text) => `${page}: ${text}`);
  });
  expect(missing).toEqual([]);
});

test("the links of the documentation lead to files and headings that exist", () => {
  const broken = [...PAGES, "CHANGELOG.md", "SECURITY.md", "bench/README.md"].flatMap((page) => {
    const links = readFileSync(page, "utf8")
      .replace(CODE, "")
      .matchAll(/\]\(([^)\s]+)\)/g);
    const isBroken = (link: string) => {
      if (/^(https?|mailto):/.test(link)) return false;
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      return !existsSync(target) || (anchor !== undefined && !anchorsIn(target).has(anchor));
    };
    return [...links].flatMap(([, link = ""]) => (isBroken(link) ? [`${page}: ${link}`] : []));
  });
  expect(broken).toEqual([]);
});

test("the example of nginx keeps the secrets of private links out of its log", () => {
  const [example = ""] = /^```nginx\n.*?^```/ms.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
  const [, pattern = "no map", shown = ""] = /map \$uri \$logged_uri \{ ~(\S+) (\S+);/.exec(example) ?? [];
  expect(privatePath("0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d", "secret")).toMatch(new RegExp(pattern));
  expect(shown).not.toContain("$");
  const [, format = ""] = /log_format pets '(.*)';/.exec(example) ?? [];
  expect(format.match(/\$(request|request_uri|uri|logged_uri|http_referer)\b/g)).toEqual(["$logged_uri"]);
});

test("the index names every decision", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const files = readdirSync("docs/decisions").filter((name) => name !== "README.md");
  expect(files.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});

/** Returns the anchors that GitHub gives the headings of a page. */
function anchorsIn(page: string): ReadonlySet<string> {
  const headings = readFileSync(page, "utf8")
    .replace(CODE, "")
    .matchAll(/^#+ (.+)$/gm);
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
  return new Set([...headings].map(([, heading = ""]) => anchorOf(heading)));
}
