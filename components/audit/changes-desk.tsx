"use client";

import { FilterLinks } from "../ui/lists/list-links";
import { AllChangesTable, AnimalChangesTable } from "./all-changes-table";
import { AuditTable } from "./audit-table";
import { ChangeTable } from "./change-table";
import { SUBJECTS, useAuditFilter } from "./use-audit-filter";

const LABELS: Readonly<Record<(typeof SUBJECTS)[number], string>> = {
  pets: "Animals",
  applications: "Applications",
  orders: "Adoptions",
  settings: "Settings",
};
/** The subjects without room on a phone. */
const MORE: readonly string[] = ["orders", "settings"];
const PATH = "/staff/changes";

/**
 * All changes, or those of one subject. Another subject keeps the other filters, as far as it has them. Keys, people
 * and settings are in the audit; each other one has its history.
 */
export function ChangesDesk() {
  const { about, filter } = useAuditFilter();
  const hrefOf = (one: (typeof SUBJECTS)[number] | undefined) => {
    const isSameWho = filter.who !== undefined && about !== "settings" && one !== "settings";
    const query = new URLSearchParams();
    if (one) query.set("about", one);
    if (isSameWho) query.set("who", filter.who ?? "");
    if (filter.days) query.set("days", String(filter.days));
    return query.size === 0 ? PATH : `${PATH}?${query}`;
  };
  const choices = [undefined, ...SUBJECTS].map((one) => ({
    href: hrefOf(one),
    label: one ? LABELS[one] : "All",
    isCurrent: about === one,
    ...(one && MORE.includes(one) && { linkFrom: "sm" as const }),
  }));
  return (
    <>
      <FilterLinks label="Subject" choices={choices} />
      {about === undefined ? (
        <AllChangesTable />
      ) : about === "pets" ? (
        <AnimalChangesTable />
      ) : about === "settings" ? (
        <AuditTable />
      ) : (
        <ChangeTable key={about} about={about} />
      )}
    </>
  );
}
