"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { listsQuery } from "@/lib/audit/client";
import { actorOfAuthor } from "@/lib/audit/words";
import { peopleQuery } from "@/lib/people/client";
import type { Person } from "@/lib/people/schema";
import { FilterLinks } from "../ui/list-links";
import { AuditFilters, ChangeFilters, isAudited, SUBJECTS, useAuditFilter } from "./audit-filters";
import { ChangeList } from "./change-list";
import { ChangesTable } from "./change-table";

type Subject = (typeof SUBJECTS)[number] | undefined;
type Texts = { label: string; nothing: string; nouns?: readonly [one: string, several: string] };

const TEXTS: Readonly<Record<NonNullable<Subject> | "all", Texts>> = {
  all: { label: "All", nothing: "Nothing yet. Whatever people do here appears in this list." },
  pets: {
    label: "Animals",
    nothing: "Nothing yet. New animals, and changes to animals, their photos and their adoptions appear here.",
  },
  applications: {
    label: "Applications",
    nothing: "Nothing yet. What is done with applications appears here.",
  },
  orders: { label: "Adoptions", nothing: "Nothing yet. The steps of adoptions and recorded adopters appear here." },
  settings: { label: "Settings", nothing: "Nothing yet. Changes to keys, people and settings appear here." },
  sign_ins: { label: "Sign-ins", nothing: "Nobody has signed in yet.", nouns: ["entry", "entries"] },
};
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
  const hrefOf = (one: Subject) => {
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
    label: TEXTS[one ?? "all"].label,
    isCurrent: about === one,
  }));
  return (
    <>
      <FilterLinks label="Subject" choices={choices} />
      <Changes key={about} about={about} />
    </>
  );
}

function Changes({ about }: { about: Subject }) {
  const { filter, isFiltered, change, clear } = useAuditFilter();
  const people = useQuery(peopleQuery()).data;
  const { who } = filter;
  // The audit names people by their e-mail addresses.
  const isNamed = who === undefined || isAudited(about);
  const actor = isNamed ? who : actorOfAuthor(who, people ?? []);
  const query = useInfiniteQuery({
    ...listsQuery(about ?? "all", { ...filter, actor, what: about === "sign_ins" ? about : filter.what }),
    enabled: isNamed || people !== undefined,
  });
  const { nothing, nouns } = TEXTS[about ?? "all"];
  return (
    <>
      {isAudited(about) ? (
        <AuditFilters filter={filter} change={change} hasWhat={about === "settings"} />
      ) : (
        <ChangeFilters filter={filter} change={change} />
      )}
      <ChangeList query={query} isFiltered={isFiltered} onClear={clear} nothing={nothing} nouns={nouns}>
        {(changes) => <ChangesTable changes={changes} />}
      </ChangeList>
    </>
  );
}
