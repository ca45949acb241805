"use client";

import { FilterLinks } from "../ui/list-links";
import { AllChangesTable } from "./all-changes-table";
import { AuditTable } from "./audit-table";
import { ChangeTable } from "./change-table";
import { SUBJECTS, useAuditFilter } from "./use-audit-filter";

const LABELS: Readonly<Record<(typeof SUBJECTS)[number], string>> = {
  pets: "Animals",
  applications: "Applications",
  orders: "Adoptions",
  settings: "Settings",
};
const PATH = "/staff/changes";

/** All changes, or those of one subject. Keys, people and settings are in the audit; each other one has its history. */
export function ChangesDesk() {
  const { about } = useAuditFilter();
  const choices = [
    { href: PATH, label: "All", isCurrent: about === undefined },
    ...SUBJECTS.map((one) => ({ href: `${PATH}?about=${one}`, label: LABELS[one], isCurrent: about === one })),
  ];
  return (
    <>
      <FilterLinks label="Subject" choices={choices} />
      {about === undefined ? (
        <AllChangesTable />
      ) : about === "settings" ? (
        <AuditTable />
      ) : (
        <ChangeTable key={about} about={about} />
      )}
    </>
  );
}
