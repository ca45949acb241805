// `npm run migrate -- new NAME` writes an empty migration under the next number.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";

const FOLDER = "prisma/migrations";
const [verb, name = ""] = process.argv.slice(2);
if (verb !== "new" || !/^[a-z0-9_]{1,60}$/.test(name)) {
  process.stderr.write("usage: npm run migrate -- new NAME, with 1 to 60 of a-z, 0-9 and _\n");
  process.exit(2);
}
const numbers = readdirSync(FOLDER).map((entry) => Number.parseInt(entry, 10) || 0);
const path = `${FOLDER}/${String(Math.max(...numbers) + 1).padStart(4, "0")}_${name}`;
mkdirSync(path);
writeFileSync(`${path}/migration.sql`, "");
process.stdout.write(`${path}/migration.sql\n`);
