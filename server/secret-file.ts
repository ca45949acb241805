import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { codeOf } from "@/lib/errno";

/** Reads a secret from a file. If there is none, creates it: random, and readable by the owner only. */
export function readOrMakeSecret(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    // There is one, or another start has just made it.
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
