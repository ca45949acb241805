"use client";

import { CHANGE_SUBJECTS, type ChangeSubject } from "@/lib/audit/change-schema";
import { FilterLinks } from "../ui/list-links";
import { AuditTable } from "./audit-table";
import { ChangeTable } from "./change-table";
import { useAuditFilter } from "./use-audit-filter";

const LABELS: Readonly<Record<ChangeSubject, string>> = {
  pets: "Animals",
  applications: "Applications",
  orders: "Adoptions",
};
const PATH = "/staff/changes";

/**
 * All changes, one subject at a time. Keys, people and settings are in the audit; each of the others has its history.
 */
export function ChangesDesk() {
  const { about } = useAuditFilter();
  const choices = [
    { href: PATH, label: "Settings", isCurrent: about === undefined },
    ...CHANGE_SUBJECTS.map((one) => ({ href: `${PATH}?about=${one}`, label: LABELS[one], isCurrent: about === one })),
  ];
  return (
    <>
      <FilterLinks label="Subject" choices={choices} />
      {about === undefined ? <AuditTable /> : <ChangeTable key={about} about={about} />}
    </>
  );
}
