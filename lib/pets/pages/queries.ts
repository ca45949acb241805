/** The one key factory of this slice. */
export const petKeys = { all: ["pets"] as const };
