import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "@/lib/process/errno";
import { readOrMakeSecret } from "./secret-file";

/**
 * Creates the data folder. Returns the signing secret: the given one, or else the one in the folder.
 * @throws Error with one line
 */
export function prepareDataFolder(dataDir: string, givenSecret: string | undefined): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return givenSecret ?? readOrMakeSecret(join(dataDir, "auth.secret"));
  } catch (error) {
    throw new Error(`DATA_DIR ${dataDir} is not writable (${codeOf(error) ?? error})`);
  }
}
