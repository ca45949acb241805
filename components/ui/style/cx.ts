/** Joins class names, and leaves out those that do not apply. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
