/** Whether a value, such as a caught error or parsed JSON, is an object with members, and not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
