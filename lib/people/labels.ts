import { MAX_LISTED_PEOPLE, type Person, type Role } from "./schema";

/** The roles, in words. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = { staff: "Staff", admin: "Admin" };

/** Returns the line below the heading of the people, which says when some may be left out. */
export function peopleHeadline(people: readonly Pick<Person, "role" | "disabled">[]): string {
  const admins = people.filter(({ role, disabled }) => role === "admin" && !disabled).length;
  const count = people.length === 1 ? "1 person" : `${people.length.toLocaleString("en")} people`;
  const all = people.length < MAX_LISTED_PEOPLE ? count : `The first ${count} by e-mail address`;
  return `${all}, ${admins === 1 ? "1 admin" : `${admins} admins`}`;
}
