"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { peopleHeadline, ROLE_LABELS } from "@/lib/people/labels";
import { peopleQuery } from "@/lib/people/queries";
import { MAX_LISTED_PEOPLE, type Person } from "@/lib/people/schema";
import { Table, TableHead } from "../ui/display/table";
import { ListSearch } from "../ui/lists/list-search";
import { Loaded } from "../ui/loading/loaded";
import { LoadingRows } from "../ui/loading/loading";
import { PageHead } from "../ui/navigation/page-head";
import { PersonInvite } from "./person-invite";
import { PersonRow } from "./person-row";

/** The page on which admins see the people who can sign in, invite others, and change their roles. */
export function PeopleDesk() {
  return (
    <NuqsAdapter>
      <People />
    </NuqsAdapter>
  );
}

function People() {
  const query = useQuery(peopleQuery());
  const [q, setQ] = useQueryState("q", parseAsString.withDefault(""));
  return (
    <>
      <PageHead title="People" about={query.data ? peopleHeadline(query.data) : "Who can sign in"}>
        <PersonInvite />
      </PageHead>
      <section aria-label="All people" aria-busy={query.isPending}>
        <Loaded what="The people" query={query} loading={<LoadingRows />}>
          {(people) => (
            <ListSearch
              entries={people}
              textsOf={personTexts}
              label="Search people"
              noun="people"
              isCut={people.length >= MAX_LISTED_PEOPLE}
              q={q}
              onSearch={setQ}
            >
              {(found) => <PeopleTable people={found} />}
            </ListSearch>
          )}
        </Loaded>
      </section>
    </>
  );
}

function PeopleTable({ people }: { people: Person[] }) {
  return (
    <Table cards>
      <TableHead names={["Name", "Role", "State", "Actions"]} unseen="Actions" />
      <tbody>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </tbody>
    </Table>
  );
}

const personTexts = ({ name, email, role }: Person) => [name, email, ROLE_LABELS[role]];
