import { createHash } from "node:crypto";
import { createRequire } from "node:module";

// Stands in for better-auth/crypto (vitest.config.ts), whose hashes are slow on purpose.
const real: typeof import("better-auth/crypto") = createRequire(import.meta.url)("better-auth/crypto");
export const { generateRandomString } = real;

let held: Promise<void> | undefined;

/** Holds what hashes or checks a password from now on. Returns what ends that. */
export function holdPasswords(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  return () => {
    held = undefined;
    resolve();
  };
}

export async function hashPassword(password: string): Promise<string> {
  await held;
  return createHash("sha256").update(password).digest("hex");
}

export const verifyPassword = async ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
  hash === (await hashPassword(password));
