"use client";

import { useQuery } from "@tanstack/react-query";
import { peopleQuery } from "@/lib/people/client";
import type { Person } from "@/lib/people/schema";
import { FilterLinks } from "../ui/list-links";
import { isAudited, SUBJECTS, useAuditFilter } from "./audit-filters";
import { SettingsTable, SignInsTable } from "./audit-table";
import { AllChangesTable, ApplicationChangesTable, ListedChangesTable } from "./change-table";

const LABELS: Readonly<Record<(typeof SUBJECTS)[number], string>> = {
  pets: "Animals",
  applications: "Applications",
  orders: "Adoptions",
  settings: "Settings",
  sign_ins: "Sign-ins",
};
/** The subjects without room on a phone. */
const MORE: readonly string[] = ["orders", "settings", "sign_ins"];
const PATH = "/staff/changes";

/** Returns the name of a person in the audit, an e-mail address, for that in the histories, an id, and the reverse. */
function otherNameOf(who: string, people: readonly Pick<Person, "id" | "email">[]): string | undefined {
  const person = people.find(({ id, email }) => who === email || who === `person:${id}`);
  if (!person) return undefined;
  return who === person.email ? `person:${person.id}` : person.email;
}

/**
 * All changes, or those of one subject. Another subject keeps the other filters, as far as it has them. Keys, people,
 * settings and sign-ins are in the audit; each other subject has its history. Sign-ins are only in their own list.
 */
export function ChangesDesk() {
  const { about, filter } = useAuditFilter();
  const people = useQuery(peopleQuery()).data ?? [];
  const hrefOf = (one: (typeof SUBJECTS)[number] | undefined) => {
    const isSameList = isAudited(about) === isAudited(one);
    const who = filter.who === undefined || isSameList ? filter.who : otherNameOf(filter.who, people);
    const query = new URLSearchParams();
    if (one) query.set("about", one);
    if (who) query.set("who", who);
    if (filter.days) query.set("days", String(filter.days));
    if (filter.petId && !isAudited(one)) query.set("petId", filter.petId);
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
        <ListedChangesTable key="animals" of="animals" />
      ) : about === "settings" ? (
        <SettingsTable key="settings" />
      ) : about === "sign_ins" ? (
        <SignInsTable key="sign_ins" />
      ) : about === "orders" ? (
        <ListedChangesTable key="adoptions" of="adoptions" />
      ) : (
        <ApplicationChangesTable />
      )}
    </>
  );
}
