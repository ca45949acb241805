/** Returns the code of a system error, such as `EEXIST`, or undefined for any other value. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
