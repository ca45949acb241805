"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { changesQuery, signInsQuery } from "@/lib/audit/client";
import { FilterLinks } from "../ui/list-links";
import { ChangeFilters, personOf, SUBJECTS, type Subject, useChangesFilter } from "./change-filters";
import { ChangeList, ChangeTable } from "./change-list";
import { ChangesTable } from "./change-table";
import { SignInRow } from "./setting-row";

const LABELS: Readonly<Record<Subject | "all", string>> = {
  all: "All",
  pets: "Animals",
  applications: "Applications",
  orders: "Adoptions",
  settings: "Settings",
  sign_ins: "Sign-ins",
};

const PATH = "/staff/changes";

/** All changes, or those of one subject, which keeps the filters. Sign-ins change nothing, and have a list of their own. */
export function ChangesDesk() {
  const { about } = useChangesFilter();
  const params = useSearchParams();
  const hrefOf = (one: Subject | undefined) => {
    const filters = [...params].filter(([name]) => name !== "about");
    const query = new URLSearchParams([...(one ? [["about", one]] : []), ...filters]);
    return query.size === 0 ? PATH : `${PATH}?${query}`;
  };
  const choices = [undefined, ...SUBJECTS].map((one) => ({
    href: hrefOf(one),
    label: LABELS[one ?? "all"],
    isCurrent: about === one,
  }));
  return (
    <>
      <FilterLinks label="Subject" choices={choices} />
      <ChangeFilters />
      {about === "sign_ins" ? <SignIns /> : <Changes key={about} about={about} />}
    </>
  );
}

function Changes({ about }: { about: Exclude<Subject, "sign_ins"> | undefined }) {
  const { filter } = useChangesFilter();
  const query = useInfiniteQuery(changesQuery({ ...filter, about }));
  return <ChangeList query={query}>{(sets) => <ChangesTable sets={sets} />}</ChangeList>;
}

function SignIns() {
  const { filter } = useChangesFilter();
  const query = useInfiniteQuery(signInsQuery(personOf(filter.who), filter.days));
  return (
    <ChangeList query={query}>
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
