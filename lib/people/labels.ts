import { MAX_LISTED_PEOPLE, type Person, type Role } from "./schema";

/** The roles, in words. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = { staff: "Staff", admin: "Admin" };

/**
 * Returns the line below the heading of the people, which says when some may be left out. Those who have not accepted
 * their invitation are counted apart.
 */
export function peopleHeadline(people: readonly Pick<Person, "role" | "disabled" | "invited">[]): string {
  const joined = people.filter(({ invited }) => !invited);
  const admins = joined.filter(({ role, disabled }) => role === "admin" && !disabled).length;
  const invited = people.filter(({ invited, disabled }) => invited && !disabled).length;
  const count = joined.length === 1 ? "1 person" : `${joined.length.toLocaleString("en")} people`;
  const all = people.length < MAX_LISTED_PEOPLE ? count : `The first ${count} by e-mail address`;
  const words = [all, admins === 1 ? "1 admin" : `${admins} admins`, invited > 0 && `${invited} invited`];
  return words.filter(Boolean).join(", ");
}
