import { randomBytes } from "node:crypto";
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "@/lib/values/objects";

/** Without a file, it is made with a random secret, readable only by the owner. */
export function readOrMakeSecret(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    // The file exists, perhaps because another start has just created it.
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

/** Returns the signing secret: the given one, or else the one in the folder. @throws Error with one line */
export function prepareDataFolder(dataDir: string, givenSecret: string | undefined): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return givenSecret ?? readOrMakeSecret(join(dataDir, "auth.secret"));
  } catch (error) {
    throw new Error(`DATA_DIR ${dataDir} is not writable (${codeOf(error) ?? error})`);
  }
}
