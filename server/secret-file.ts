import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { codeOf } from "@/lib/process/errno";

/** Reads a secret from a file. If there is no file, creates it with a random secret, readable only by the owner. */
export function readOrMakeSecret(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    // The file exists, perhaps because another start has just created it.
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
