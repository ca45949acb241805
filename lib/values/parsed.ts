import * as z from "zod/mini";

/** Makes the schema of a string that `read` parses. If `read` returns null, the string is refused with this rule. */
export const parsed = <T>(rule: string, read: (text: string) => T | null) =>
  z.pipe(
    z.string({ error: rule }),
    z.transform((text, { issues }): T => {
      const value = read(text);
      if (value !== null) return value;
      issues.push({ code: "custom", message: rule, input: text });
      return z.NEVER;
    }),
  );
