import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, test } from "vitest";

/** Folders in the order in which they may import: each from itself and from those below it. */
const LAYERS = ["bench", "e2e", "server", "app", "components", "lib"];
const SLICES = ["pets", "keys", "staff", "audit"];

const files = LAYERS.flatMap(sources);
const imports = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })));

describe("imports", () => {
  test("go from app to components to lib, and never back", () => {
    const layer = (path: string) => LAYERS.indexOf(path.split("/")[0] ?? "");
    const wrong = imports.filter(({ file, target }) => layer(target) !== -1 && layer(target) < layer(file));
    expect(wrong).toEqual([]);
  });

  test("a slice of lib leaves another slice's store alone, but for the audit", () => {
    const slice = (path: string) => SLICES.find((name) => path.startsWith(`lib/${name}/`));
    const wrong = imports.filter(
      ({ file, target }) =>
        slice(file) &&
        slice(target) &&
        slice(file) !== slice(target) &&
        /[/-]store$/.test(target) &&
        slice(target) !== "audit",
    );
    expect(wrong).toEqual([]);
  });

  test("components/ui knows no domain", () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        file.startsWith("components/ui/") && SLICES.some((name) => target.startsWith(`lib/${name}/`)),
    );
    expect(wrong).toEqual([]);
  });

  test("only stores, Better Auth's adapter and the server's own start touch the database", () => {
    const allowed =
      /^(lib\/database\/\w+\.ts|lib\/[\w-]+\/(\w+-)?store\.ts|lib\/staff\/(auth|accounts)\.ts|app\/readyz\/route\.ts|(server|e2e|bench)\/.*)$/;
    const wrong = imports.filter(({ file, target }) => target === "lib/db" && !allowed.test(file));
    expect(wrong).toEqual([]);
  });

  test("only lib/env.ts reads the environment", () => {
    const wrong = files.filter(
      (file) => /^(lib|app|components)\//.test(file) && file !== "lib/env.ts" && /process\.env\b/.test(code(file)),
    );
    expect(wrong.filter((file) => !file.endsWith(".test.ts"))).toEqual([]);
  });
});

function sources(folder: string): string[] {
  let entries: ReturnType<typeof read>;
  const read = (path: string) => readdirSync(path, { withFileTypes: true, recursive: true });
  try {
    entries = read(folder);
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => posix.join(entry.parentPath.replaceAll("\\", "/"), entry.name))
    .filter((path) => !path.startsWith("lib/generated/"));
}

function code(file: string): string {
  return readFileSync(file, "utf8");
}

function importsOf(file: string): string[] {
  const found = code(file).matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g);
  return [...found].flatMap(([, path = ""]) => {
    if (path.startsWith("@/")) return [path.slice(2)];
    return path.startsWith(".") ? [join(dirname(file), path).replaceAll("\\", "/")] : [];
  });
}
