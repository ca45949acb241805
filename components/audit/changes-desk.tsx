"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { changesQuery, signInsQuery } from "@/lib/audit/client";
import { FilterLinks } from "../ui/list-links";
import { ChangeFilters, personOf, SUBJECTS, type Subject, useChangesFilter } from "./change-filters";
import { ChangeList, ChangeTable } from "./change-list";
import { ChangesTable } from "./change-table";
import { SignInRow } from "./setting-row";

type Texts = { label: string; nothing: string };

const TEXTS: Readonly<Record<Subject | "all", Texts>> = {
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
  sign_ins: { label: "Sign-ins", nothing: "Nobody has signed in yet." },
};
const PATH = "/staff/changes";

/** All changes, or those of one subject, which keeps the filters. Sign-ins change nothing, and have a list of their own. */
export function ChangesDesk() {
  const { about, filter, change } = useChangesFilter();
  const params = useSearchParams();
  const hrefOf = (one: Subject | undefined) => {
    const filters = [...params].filter(([name]) => name !== "about");
    const query = new URLSearchParams([...(one ? [["about", one]] : []), ...filters]);
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
      <ChangeFilters about={about} filter={filter} change={change} />
      {about === "sign_ins" ? <SignIns /> : <Changes key={about} about={about} />}
    </>
  );
}

function Changes({ about }: { about: Exclude<Subject, "sign_ins"> | undefined }) {
  const { filter, isFiltered, clear } = useChangesFilter();
  const { what, ...others } = filter;
  const query = useInfiniteQuery(changesQuery({ ...others, about: what ?? about }));
  return (
    <ChangeList query={query} isFiltered={isFiltered} onClear={clear} nothing={TEXTS[about ?? "all"].nothing}>
      {(sets) => <ChangesTable sets={sets} />}
    </ChangeList>
  );
}

function SignIns() {
  const { filter, isFiltered, clear } = useChangesFilter();
  const query = useInfiniteQuery(signInsQuery(personOf(filter.who), filter.days));
  const { nothing } = TEXTS.sign_ins;
  return (
    <ChangeList query={query} isFiltered={isFiltered} onClear={clear} nothing={nothing}>
      {(signIns) => (
        <ChangeTable>
          {signIns.map((signIn) => (
            <SignInRow key={signIn.id} signIn={signIn} />
          ))}
        </ChangeTable>
      )}
    </ChangeList>
  );
}
