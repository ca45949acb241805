import { randomBytes } from "node:crypto";
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Env, resetEnv } from "@/lib/env";

/** Makes the data folder, and in it the signing secret when the environment has none. @throws Error with one line */
export function prepareDataFolder({ DATA_DIR, AUTH_SECRET }: Env): void {
  try {
    mkdirSync(DATA_DIR, { recursive: true });
    accessSync(DATA_DIR, constants.W_OK | constants.X_OK);
    if (AUTH_SECRET === undefined) {
      process.env.AUTH_SECRET = readOrMake(join(DATA_DIR, "auth.secret"), () => randomBytes(32).toString("base64url"));
      resetEnv();
    }
  } catch (error) {
    throw new Error(`DATA_DIR ${DATA_DIR} is not writable (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
}

function readOrMake(file: string, make: () => string): string {
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
