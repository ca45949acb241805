import type { ComponentType } from "react";
import type { Role } from "@/lib/people/schema";
import { NewCount } from "../overview/new-count";

type StaffPage = {
  path: string;
  name: string;
  /** Shows how many things wait there, beside the name, or as a dot that something waits. */
  Count?: ComponentType<{ look?: "count" | "dot" }>;
};

/** The pages for the daily tasks of all staff, in order. */
export const DAILY_PAGES: readonly StaffPage[] = [
  { path: "/staff", name: "Overview" },
  { path: "/staff/animals", name: "Animals" },
  { path: "/staff/applications", name: "Applications", Count: NewCount },
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
