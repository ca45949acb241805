/** A dot between two parts of a line. It stays with the first one, so that no line starts with a dot. */
export const DOT = "\u00a0· ";
