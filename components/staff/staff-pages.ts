import type { ComponentType } from "react";
import type { Count } from "@/lib/overview/schema";
import type { Role } from "@/lib/people/schema";
import { NewCount, NewLink } from "../overview/new-count";

type StaffPage = {
  path: string;
  name: string;
  /** Shows beside the name how many applications are new. `first` is the count when the page was rendered. */
  Count?: ComponentType<{ first: Count }>;
  /** A link to what waits there, shown beside the name of another page. */
  Elsewhere?: ComponentType<{ first: Count }>;
};

/** The pages for the daily tasks of all staff, in order. */
export const DAILY_PAGES: readonly StaffPage[] = [
  { path: "/staff", name: "Overview" },
  { path: "/staff/animals", name: "Animals" },
  { path: "/staff/applications", name: "Applications", Count: NewCount, Elsewhere: NewLink },
  { path: "/staff/adoptions", name: "Adoptions" },
];

/** The pages under "Settings". */
export const SETTINGS_PAGES: readonly (StaffPage & { role: Role })[] = [
  { path: "/staff/keys", name: "API keys", role: "admin" },
  { path: "/staff/people", name: "People", role: "admin" },
  { path: "/staff/changes", name: "Changes", role: "admin" },
  { path: "/staff/shelter", name: "Shelter", role: "admin" },
  { path: "/staff/mail", name: "Mail", role: "admin" },
];

/** The page of the signed-in person, which their own menu leads to. */
export const ACCOUNT_PAGE: StaffPage = { path: "/staff/account", name: "Your account" };
