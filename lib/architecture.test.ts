import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

/** From top to bottom: each imports only from itself and from those below. Tests are above everything. */
const LAYERS = [
  /\.(test|spec)\.tsx?$|^bench\//,
  /^e2e\//,
  /^server\//,
  /^app\//,
  /^components\/(?!ui\/)/,
  /^lib\/reference\//,
  /^lib\/api\//,
  /^lib\/(pets|adoptions|orders|applications|keys|people|sign-in|overview|mail|shelter|audit|idempotency|jobs)\//,
  /^components\/ui\//,
  /^lib\/(limits|database|http)\//,
  /^lib\//,
];
const layerOf = (path: string) => LAYERS.findIndex((layer) => layer.test(path));

const FILES = globSync("{bench,e2e,server,app,components,lib}/**/*.{ts,tsx,mjs}", { exclude: ["lib/generated/**"] });
const IMPORTS = FILES.flatMap((file) => importsOf(file).map((target) => ({ file, target })));

test("imports only go down", () => {
  expect(IMPORTS).toContainEqual({ file: "app/v1/pets/operations.ts", target: "lib/pets/store" });
  expect(IMPORTS.filter(({ file, target }) => layerOf(target) !== -1 && layerOf(target) < layerOf(file))).toEqual([]);
  expect(
    IMPORTS.filter(({ file, target }) => /^lib\//.test(file) && layerOf(file) > 0 && /^components\//.test(target)),
  ).toEqual([]);
});

test("in lib and app, only stores and signing in touch the database", () => {
  const allowed = /^lib\/database\/|store\.ts$|^lib\/people\/better-auth\.ts$|^lib\/sign-in\/sign-in\.ts$/;
  const wrong = IMPORTS.filter(
    ({ file, target }) =>
      /^(lib|app|components)\//.test(file) &&
      /^lib\/database\/(client|pool|prepared)$/.test(target) &&
      layerOf(file) > 0 &&
      !allowed.test(file),
  );
  expect(wrong).toEqual([]);
});

/** Our own modules that a file imports, as paths without an extension. */
function importsOf(file: string): string[] {
  const { staticImports, staticExports } = parseSync(file, readFileSync(file, "utf8")).module;
  const exported = staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? []));
  return [...staticImports.map(({ moduleRequest }) => moduleRequest), ...exported].flatMap(({ value }) => {
    if (value.startsWith("@/")) return [value.slice(2)];
    return value.startsWith(".") ? [join(dirname(file), value)] : [];
  });
}
