import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";

/**
 * Returns the SHA-256 of the platform, and of the names and contents of files and folders.
 * @param {string[]} paths
 */
export function fingerprint(paths) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const file of paths.flatMap(filesOf)) {
    const content = readFileSync(file);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * Returns the files below a path that affect the build: no tests, no test support, nothing generated.
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== "generated" && name !== "testing" && !name.includes(".test."))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}
