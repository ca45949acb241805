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
/** The folders of lib/pets for one page or group of pages each. The others hold operations. */
const PET_PAGES = ["adopters", "bulk", "desk", "edit", "import"];
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
    expect(imports).toContainEqual({ file: "app/v1/pets/route.ts", target: "lib/pets/store" });
    expect(imports).toContainEqual({ file: "lib/pets/schema.ts", target: "lib/values/int64" });
    expect([libLevel("lib/api/endpoint"), libLevel("lib/values/int64")]).toEqual([0, LIB_LAYERS.length - 1]);
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

  test("form no cycle of slices", () => {
    const betweenSlices = importsBetween(sliceOf);
    expect(betweenSlices).toContainEqual(["applications", "orders"]);
    expect(findCycle(betweenSlices)).toBeNull();
    expect(findCycle([...betweenSlices, ["orders", "applications"]])).not.toBeNull();
  });

  test("form no cycle of folders of components", () => {
    const betweenFolders = importsBetween((path) => (path.startsWith("components/") ? dirname(path) : undefined));
    expect(betweenFolders).toContainEqual(["components/pets/adopters", "components/pets"]);
    expect(findCycle(betweenFolders)).toBeNull();
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

  test("a permission to use another slice's store is used", () => {
    const unused = MAY_USE.filter(
      ([from, to]) =>
        !imports.some(({ file, target }) => file.startsWith(`lib/${from}/`) && target.startsWith(`lib/${to}`)),
    );
    expect(unused).toEqual([]);
  });

  test("of a page folder of lib/pets come only from page folders", () => {
    const ofPage = (path: string) => PET_PAGES.some((name) => path.startsWith(`lib/pets/${name}/`));
    const ofLib = imports.filter(({ file }) => file.startsWith("lib/") && !tests.test(file));
    expect(ofLib.filter(({ target }) => ofPage(target)).length).toBeGreaterThan(10);
    expect(ofLib.filter(({ file, target }) => ofPage(target) && !ofPage(file))).toEqual([]);
  });

  test("components/ui does not know the domain", () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        file.startsWith("components/ui/") && SLICES.some((name) => target.startsWith(`lib/${name}/`)),
    );
    expect(wrong).toEqual([]);
  });

  test("in lib and app, only stores and Better Auth's adapter touch the database", () => {
    const allowed =
      /^(lib\/database\/.*|lib\/([\w-]+\/){1,3}([\w-]+-)?store\.ts|lib\/people\/better-auth\.ts|(server|e2e|bench)\/.*)$/;
    const access = /^lib\/database\/(client|pool|prepared)$/;
    const wrong = imports.filter(({ file, target }) => access.test(target) && !allowed.test(file));
    expect(wrong.filter(({ file }) => !tests.test(file))).toEqual([]);
  });

  test("stores and what they use know nothing of HTTP but JSON, addresses and the parameters of lists", () => {
    const known = /^lib\/http\/(json|client-address|parameters|paging)$/;
    const used = [...reachableFrom(files.filter((file) => /^lib\/.*\bstore\.ts$/.test(file)))];
    expect(used).toEqual(expect.arrayContaining(["lib/domain-error", "lib/http/json"]));
    expect(used.filter((module) => /^(lib\/(api|http)|app|server)\//.test(module) && !known.test(module))).toEqual([]);
  });

  test("only lib/api/respond.ts builds the responses of /v1", () => {
    const ofApi = files.filter((file) => /^(lib\/api|app\/v1)\//.test(file) && !tests.test(file));
    const builders = ofApi.filter((file) => /\b(headers: \[|new Response\(|Response\.json\()/.test(code(file)));
    expect(builders).toEqual(["lib/api/respond.ts"]);
  });

  test("only files named calls.ts send requests of the browser to the API", () => {
    const sends = files.filter((file) => /^(lib|components|app)\//.test(file) && !tests.test(file));
    const senders = sends.filter((file) => /\b(callApi|uploadToApi)\(/.test(code(file)));
    expect(senders).toContain("lib/pets/list/calls.ts");
    expect(senders.filter((file) => !/^lib\/([\w-]+\/){1,3}calls\.ts$/.test(file))).toEqual([]);
  });

  test("only lib/process/env.ts reads the environment, and only the start sets a variable, for React and Next.js", () => {
    const production = files.filter((file) => /^(lib|app|components|server)\//.test(file) && !tests.test(file));
    expect(production).toContain("lib/pets/photos/converter.mjs");
    const START = "server/start.mjs";
    expect(production.filter((file) => /process\.env\b/.test(code(file)))).toEqual([START, "lib/process/env.ts"]);
    const writes = /process\.env(\.\w+|\[[^\]]+\])?\s*(\?\?|\|\|)?=[^=]|(delete|assign\()\s*process\.env/;
    for (const text of ["process.env.A = 1", "process.env[a] ??= 1", "delete process.env.A", "assign(process.env, {})"])
      expect(text).toMatch(writes);
    expect(code("lib/process/env.ts")).not.toMatch(writes);
    expect([...code(START).matchAll(new RegExp(writes, "g"))]).toHaveLength(1);
    expect(code(START)).toContain("Object.assign(process.env, { NODE_ENV:");
  });
});

test("a file with one component is named like it", () => {
  const kebab = (name: string) => name.replaceAll(/(?<!^)([A-Z])/g, "-$1").toLowerCase();
  const single = files.flatMap((file) => {
    const exported = [...code(file).matchAll(/^export (?:default )?(?:async )?(?:function|const|type) (\w+)/gm)];
    const [name = ""] = exported.length === 1 ? exported.map(([, only]) => only) : [];
    return /^components\/.*\.tsx$/.test(file) && /^[A-Z].*[a-z]/.test(name) ? [{ file, name }] : [];
  });
  expect(single.length).toBeGreaterThan(50);
  expect(single.filter(({ file, name }) => !file.endsWith(`/${kebab(name)}.tsx`))).toEqual([]);
});

test("a comment has at most 120 columns", () => {
  const isLongComment = (line: string) => line.length > 120 && /^\s*(\/\/|\/?\*)/.test(line);
  const long = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => (isLongComment(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(isLongComment(`// ${"x".repeat(118)}`)).toBe(true);
  expect(long).toEqual([]);
});

test("an exported type shares its name with no other type", () => {
  const declared = files
    .filter((file) => /^(lib|app|components|server)\//.test(file) && !tests.test(file))
    .flatMap((file) => [...code(file).matchAll(/^(export )?(?:abstract )?(?:type|interface|class) (\w+)/gm)])
    .map(([, exported, name = ""]) => ({ name, isExported: exported !== undefined }));
  const countOf = (name: string) => declared.filter((type) => type.name === name).length;
  expect(countOf("VersionedApplication")).toBe(1);
  expect(declared.filter(({ name, isExported }) => isExported && countOf(name) > 1)).toEqual([]);
});

describe("a store", () => {
  const stores = files.filter((file) => /^lib\/.*\bstore\.ts$/.test(file));
  const signatures = stores.flatMap((file) =>
    [...code(file).matchAll(/function (\w+)\b(?:[\s\S]*?\))(?:: (.+))? \{$/gm)].map(
      ([text, name = "", returns = "unknown"]) => ({ text, name, returns }),
    ),
  );
  const named = (verbs: RegExp) => signatures.filter(({ name, returns }) => verbs.test(name) && returns !== "unknown");
  const mayBeNull = ({ returns }: { returns: string }) => /\| null>?$/.test(returns);

  test("returns null only from functions called find", () => {
    const finders = named(/^find[A-Z]/);
    expect(finders.length).toBeGreaterThan(5);
    expect(finders.filter((signature) => !mayBeNull(signature))).toEqual([]);
    expect(named(/^(get|read|list)[A-Z]/).filter(mayBeNull)).toEqual([]);
  });

  test("takes its transaction first, unless that is optional", () => {
    const takesLate = (text: string) => /\((?!\s*tx:)[^()]*\btx: (Db|Transaction)(?! =)/.test(text);
    expect(takesLate("function lockPet(petId: bigint, tx: Transaction): Promise<void> {")).toBe(true);
    expect(signatures.filter(({ text }) => takesLate(text))).toEqual([]);
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

/** Returns the imports between different groups of files, such as slices. */
function importsBetween(groupOf: (path: string) => string | undefined): [from: string, to: string][] {
  return imports.flatMap(({ file, target }): [string, string][] => {
    const [from, to] = [groupOf(file), groupOf(target)];
    return from && to && from !== to ? [[from, to]] : [];
  });
}

/** Returns the modules of these files and of everything that they import, directly or not. */
function reachableFrom(start: readonly string[]): Set<string> {
  const moduleOf = (file: string) => file.replace(/\.tsx?$/, "");
  const reached = new Set(start.map(moduleOf));
  for (const module of reached) {
    for (const { file, target } of imports) if (moduleOf(file) === module) reached.add(target);
  }
  return reached;
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => posix.join(entry.parentPath.replaceAll("\\", "/"), entry.name))
    .filter((path) => !path.startsWith("lib/generated/"));
}

function code(file: string): string {
  return readFileSync(file, "utf8");
}

/** Our own modules that a file imports, as paths without an extension. */
function importsOf(file: string): string[] {
  const found = code(file).matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g);
  return [...found].flatMap(([, path = ""]) => {
    if (path.startsWith("@/")) return [path.slice(2)];
    return path.startsWith(".") ? [join(dirname(file), path).replaceAll("\\", "/")] : [];
  });
}

/**
 * Finds modules, or groups of them, that import each other in a cycle. Returns null if there are none.
 * Imports of types count too, because a cycle is hard to read.
 */
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
