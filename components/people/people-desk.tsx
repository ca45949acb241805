"use client";

import { useQuery } from "@tanstack/react-query";
import { peopleHeadline } from "@/lib/people/labels";
import { peopleQuery } from "@/lib/people/queries";
import { Loaded } from "../ui/loaded";
import { PageHead } from "../ui/page-head";
import { LoadingPeople } from "./loading-people";
import { PersonEntry } from "./person-entry";
import { PersonInvite } from "./person-invite";

/** The page on which admins see the people who can sign in, invite others, and change their roles. */
export function PeopleDesk() {
  const query = useQuery(peopleQuery());
  return (
    <>
      <PageHead title="People" about={query.data ? peopleHeadline(query.data) : "Who can sign in"}>
        <PersonInvite />
      </PageHead>
      <section aria-label="All people" aria-busy={query.isPending}>
        <Loaded what="The people" query={query} loading={<LoadingPeople />}>
          {(people) => (
            <ul className="grid gap-3">
              {people.map((person) => (
                <PersonEntry key={person.id} person={person} />
              ))}
            </ul>
          )}
        </Loaded>
      </section>
    </>
  );
}
