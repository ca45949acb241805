import "server-only";

/** Shortest password that a person may choose, in characters. */
export const MIN_PASSWORD_LENGTH = 10;
/** Longest password that a person may choose, in characters. */
export const MAX_PASSWORD_LENGTH = 128;
