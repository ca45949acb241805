"use client";

import { useQuery } from "@tanstack/react-query";
import { peopleQuery } from "@/lib/people/client";
import type { Person } from "@/lib/people/schema";
import { peopleHeadline, ROLE_LABELS } from "@/lib/people/words";
import { Link } from "../ui/link";
import { Loaded } from "../ui/load-problem";
import { PageHead } from "../ui/page-head";
import { cx, rowLink } from "../ui/style";
import { PhoneComma, Table } from "../ui/table";
import { Badge } from "../ui/text";
import { Ago, Left } from "../ui/time";
import { PersonByEmail } from "./actor-name";
import { PersonActions } from "./person-actions";
import { PersonInvite } from "./person-invite";
import { usePersonId } from "./signed-in";

/** On a phone: the name and e-mail address with the actions beside them, above the role and state. */
const phoneRow = cx(
  "max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-1.5! max-md:py-2.5!",
  "max-md:[&>th]:col-span-2 max-md:[&>td:last-child]:col-[3] max-md:[&>td:last-child]:row-[1]",
  "max-md:[&>td:last-child]:-my-2.5! max-md:[&>td:nth-child(2)]:gap-1.5! max-md:[&>td:nth-child(3)]:col-[2/4]",
);

/** A person in the list. Nobody can change their own role, so one's own row leads to the account instead. */
function PersonRow({ person }: { person: Person }) {
  const isOwn = usePersonId() === person.id;
  return (
    <tr data-part="person" className={phoneRow}>
      <th scope="row" className="max-md:my-0! max-md:flex-wrap max-md:items-baseline max-md:gap-x-2! max-md:gap-y-0!">
        <PersonByEmail {...person} more={isOwn && <span className="font-normal text-soft">(you)</span>} />
      </th>
      <td className="text-soft max-md:text-sm">
        <span>
          {ROLE_LABELS[person.role]}
          <PhoneComma />
        </span>
      </td>
      <td className="text-soft max-md:text-sm">
        <PersonState person={person} />
      </td>
      <td>
        {isOwn ? (
          <span className="flex grow justify-end">
            <Link className={cx(rowLink, "whitespace-nowrap")} href="/staff/account">
              Your account
            </Link>
          </span>
        ) : (
          <PersonActions person={person} />
        )}
      </td>
    </tr>
  );
}

function PersonState({ person: { invited, disabled, passwordExpiresAt, lastSignInAt } }: { person: Person }) {
  if (disabled) return <Badge tone="grey">{invited ? "Invitation withdrawn" : "Disabled"}</Badge>;
  if (passwordExpiresAt !== null) {
    const isExpired = Date.parse(passwordExpiresAt) <= Date.now();
    if (isExpired) return <span>{invited ? "Invitation" : "One-time password"} expired</span>;
    return (
      <span>
        {invited ? "Invited" : "One-time password"}, <Left iso={passwordExpiresAt} />
      </span>
    );
  }
  return lastSignInAt === null ? (
    <span>Never signed in</span>
  ) : (
    <span>
      Last signed in <Ago iso={lastSignInAt} />
    </span>
  );
}

export function PeopleDesk() {
  const query = useQuery(peopleQuery());
  return (
    <>
      <PageHead title="People" about={query.data ? peopleHeadline(query.data) : "Who can sign in"}>
        <PersonInvite />
      </PageHead>
      <section aria-label="All people" aria-busy={query.isPending}>
        <Loaded what="The people" query={query}>
          {(people) => (
            <Table names={["Name", "Role", "State", "Actions"]} unseen="Actions">
              {people.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </Table>
          )}
        </Loaded>
      </section>
    </>
  );
}
