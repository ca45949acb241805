import type { Person, Role } from "./schema";

export const ROLE_LABELS: Readonly<Record<Role, string>> = { staff: "Staff", admin: "Admin" };

/** Those who have not accepted their invitation are counted apart. */
export function peopleHeadline(people: readonly Pick<Person, "role" | "disabled" | "invited">[]): string {
  const joined = people.filter(({ invited }) => !invited);
  const admins = joined.filter(({ role, disabled }) => role === "admin" && !disabled).length;
  const invited = people.filter(({ invited, disabled }) => invited && !disabled).length;
  const count = joined.length === 1 ? "1 person" : `${joined.length.toLocaleString("en")} people`;
  const words = [count, admins === 1 ? "1 admin" : `${admins} admins`, invited > 0 && `${invited} invited`];
  return words.filter(Boolean).join(", ");
}

/** The order matters: the User-Agent of one browser also names others, so the first match counts. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: typeof BROWSERS = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
];

/** Returns a name for a browser that people recognise, from its User-Agent: "Firefox on Windows". */
export function deviceWords(userAgent: string | null): string {
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "An unknown device";
}
