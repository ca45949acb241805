import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, test } from "vitest";

/** Folders from top to bottom. Each may import from itself and from those below it. */
const FOLDERS = ["bench", "e2e", "server", "app", "components", "lib"];
/** The resources. `mail`, `shelter`, `audit` and `idempotency` serve the others. */
const SLICES = [
  "pets",
  "orders",
  "applications",
  "keys",
  "people",
  "sign-in",
  "overview",
  "mail",
  "shelter",
  "audit",
  "idempotency",
];
const SHARED_SLICES = ["mail", "shelter", "audit", "idempotency"];
/** The slices that may use a store of another slice. */
const MAY_USE: readonly [slice: string, stores: string][] = [
  // Signing in is what people's accounts are for.
  ["sign-in", "people/"],
  // An order changes its animal.
  ["orders", "pets/changes/record-store"],
  // Approving an application places an order, and completing or cancelling an order changes applications.
  ["applications", "orders/store"],
  ["applications", "orders/undo-store"],
  // A change of status locks the animal first, as orders do, and an animal that becomes sold changes applications.
  ["applications", "pets/changes/"],
  // The overview counts animals and arrivals.
  ["overview", "pets/list/"],
];
/** Layers inside lib, from top to bottom. The files directly in lib are in the last one. */
const LIB_LAYERS = [["api"], SLICES, ["limits", "database", "http"], ["process", "concurrency", "values", "leaves"]];
/** Folders of lib without a layer. */
const NO_LAYER = ["generated"];

/** The end of a file with code. */
const SOURCE = /\.(tsx?|mjs)$/;

const files = FOLDERS.flatMap(sources);
const imports = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })));
const tests = /\.(test|spec)\.tsx?$/;

describe("imports", () => {
  test("are found", () => {
    expect(files.length).toBeGreaterThan(200);
    expect(imports.length).toBeGreaterThan(500);
    expect(imports).toContainEqual({ file: "app/v1/pets.ts", target: "lib/pets/store" });
    expect(imports).toContainEqual({ file: "lib/pets/schema.ts", target: "lib/values/schemas" });
    expect([libLevel("lib/api/endpoint"), libLevel("lib/values/schemas")]).toEqual([0, LIB_LAYERS.length - 1]);
  });

  test("of every folder of lib are checked", () => {
    const entries = readdirSync("lib", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const layered = [...LIB_LAYERS.flat().filter((name) => name !== "leaves"), ...NO_LAYER];
    expect(entries.map(({ name }) => name).sort()).toEqual(layered.sort());
  });

  test("go only down: bench, e2e, server, app, components, lib", () => {
    const level = (path: string) => FOLDERS.indexOf(path.split("/")[0] ?? "");
    // Tests are above everything: those of the server share helpers with those in e2e.
    const code = imports.filter(({ file }) => !tests.test(file));
    expect(code.filter(({ file, target }) => level(target) !== -1 && level(target) < level(file))).toEqual([]);
  });

  test("inside lib go only down: api, slices, then limits, database and http, then single files", () => {
    const wrong = imports.filter(({ file, target }) => {
      const [from, to] = [libLevel(file), libLevel(target)];
      return !tests.test(file) && from !== null && to !== null && to < from;
    });
    expect(wrong).toEqual([]);
  });

  test("form no cycle of files", () => {
    const strip = (path: string) => path.replace(SOURCE, "");
    expect(findCycle(imports.map(({ file, target }) => [strip(file), strip(target)]))).toBeNull();
  });

  test("a slice of lib does not use another slice's store, except for mail, shelter, audit and idempotency", () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        /[/-]store$/.test(target) &&
        sliceOf(file) !== undefined &&
        sliceOf(target) !== undefined &&
        sliceOf(target) !== sliceOf(file) &&
        !SHARED_SLICES.includes(sliceOf(target) ?? "") &&
        !MAY_USE.some(([from, to]) => sliceOf(file) === from && target.startsWith(`lib/${to}`)),
    );
    expect(wrong).toEqual([]);
  });

  test("components/ui does not know the domain", () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        file.startsWith("components/ui/") && SLICES.some((name) => target.startsWith(`lib/${name}/`)),
    );
    expect(wrong).toEqual([]);
  });

  test("in lib and app, only stores, signing in and Better Auth's adapter touch the database", () => {
    const allowed =
      /^(lib\/database\/.*|lib\/([\w-]+\/){1,3}([\w-]+-)?store\.ts|lib\/(people\/better-auth|sign-in\/sign-in)\.ts|(server|e2e|bench)\/.*)$/;
    const access = /^lib\/database\/(client|pool|commits|prepared)$/;
    const wrong = imports.filter(({ file, target }) => access.test(target) && !allowed.test(file));
    expect(wrong.filter(({ file }) => !tests.test(file))).toEqual([]);
  });
});

/** Returns the layer of a module of lib, counted from the top, or null for everything else. */
function libLevel(path: string): number | null {
  const [top, folder, ...rest] = path.split("/");
  if (top !== "lib" || folder === undefined) return null;
  const name = rest.length === 0 ? "leaves" : folder;
  const level = LIB_LAYERS.findIndex((layer) => layer.includes(name));
  return level === -1 ? null : level;
}

/** Returns the slice of a module of lib, or undefined for everything else. */
function sliceOf(path: string): string | undefined {
  return SLICES.find((name) => path.startsWith(`lib/${name}/`));
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => posix.join(entry.parentPath.replaceAll("\\", "/"), entry.name))
    .filter((path) => !path.startsWith("lib/generated/"));
}

/** Our own modules that a file imports, as paths without an extension. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g);
  return [...found].flatMap(([, path = ""]) => {
    if (path.startsWith("@/")) return [path.slice(2)];
    return path.startsWith(".") ? [join(dirname(file), path).replaceAll("\\", "/")] : [];
  });
}

/** Finds modules that import each other in a cycle. Imports of types count too, because a cycle is hard to read. */
function findCycle(edges: readonly (readonly [from: string, to: string])[]): string[] | null {
  const targets = new Map<string, string[]>();
  for (const [from, to] of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const finished = new Set<string>();
  const visit = (name: string, path: readonly string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (finished.has(name)) return null;
    for (const target of targets.get(name) ?? []) {
      const cycle = visit(target, [...path, name]);
      if (cycle) return cycle;
    }
    finished.add(name);
    return null;
  };
  for (const name of targets.keys()) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return null;
}
