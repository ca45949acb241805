"use client";

import { useQuery } from "@tanstack/react-query";
import { peopleHeadline } from "@/lib/people/labels";
import { peopleQuery } from "@/lib/people/queries";
import { Loaded } from "../ui/loaded";
import { LoadingRows } from "../ui/loading";
import { PageHead } from "../ui/page-head";
import { Table, TableHead } from "../ui/table";
import { PersonInvite } from "./person-invite";
import { PersonRow } from "./person-row";

/** The page on which admins see the people who can sign in, invite others, and change their roles. */
export function PeopleDesk() {
  const query = useQuery(peopleQuery());
  return (
    <>
      <PageHead title="People" about={query.data ? peopleHeadline(query.data) : "Who can sign in"}>
        <PersonInvite />
      </PageHead>
      <section aria-label="All people" aria-busy={query.isPending}>
        <Loaded what="The people" query={query} loading={<LoadingRows />}>
          {(people) => (
            <Table cards>
              <TableHead names={["Name", "Role", "State", "Actions"]} unseen="Actions" />
              <tbody>
                {people.map((person) => (
                  <PersonRow key={person.id} person={person} />
                ))}
              </tbody>
            </Table>
          )}
        </Loaded>
      </section>
    </>
  );
}
