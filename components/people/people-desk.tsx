"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { peopleQuery, useChangePerson, useResetPassword } from "@/lib/people/queries";
import type { Person } from "@/lib/people/schema";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import { cx } from "../ui/cx";
import { desk, listHeading } from "../ui/desk";
import { Loaded } from "../ui/loaded";
import { actions, panel, stack } from "../ui/panel";
import { SecretOnce } from "../ui/secret-once";
import { Time } from "../ui/time";
import { LoadingPeople } from "./loading-people";
import { PersonForm } from "./person-form";
import { Refusal } from "./refusal";

/** Where admins add people, list them and change what they may do. */
export function PeopleDesk() {
  const query = useQuery(peopleQuery());
  return (
    <div className={desk}>
      <PersonForm />
      <section aria-labelledby="people-heading" aria-busy={query.isPending}>
        <h2 id="people-heading" className={listHeading}>
          All people
        </h2>
        <Loaded what="The people" query={query} loading={<LoadingPeople />}>
          {(people) => (
            <ul className="grid gap-4">
              {people.map((person) => (
                <PersonEntry key={person.id} person={person} />
              ))}
            </ul>
          )}
        </Loaded>
      </section>
    </div>
  );
}

function OneTimeNote({ until }: { until: string }) {
  if (Date.parse(until) <= Date.now()) return "has an expired one-time password";
  return (
    <>
      has a one-time password until <Time iso={until} />
    </>
  );
}

function PersonEntry({ person: { id, email, role, disabled, passwordExpiresAt } }: { person: Person }) {
  const [password, setPassword] = useState<string | null>(null);
  const change = useChangePerson(id);
  const reset = useResetPassword(id);
  const busy = change.isPending || reset.isPending;
  const problem = change.error ?? reset.error;
  // A change replaces the button that was pressed, so the entry takes over its focus.
  const entry = useRef<HTMLLIElement>(null);
  const changeTo = (to: Parameters<typeof change.mutate>[0]) => {
    if (!busy) change.mutate(to, { onSuccess: () => entry.current?.focus() });
  };
  const other = role === "admin" ? "staff" : "admin";

  return (
    <li data-part="person" className={cx(panel, stack)} aria-label={email} ref={entry} tabIndex={-1}>
      <h3>{email}</h3>
      <p>
        <Badge tone={disabled ? "grey" : "green"}>{disabled ? "Disabled" : role === "admin" ? "Admin" : "Staff"}</Badge>{" "}
        {passwordExpiresAt !== null && <OneTimeNote until={passwordExpiresAt} />}
      </p>
      {password && (
        <SecretOnce
          label="One-time password"
          value={password}
          hint="It is shown only once. They choose their own password when they first sign in."
          onDone={() => setPassword(null)}
        />
      )}
      <div className={actions}>
        <Button look="quiet" busy={busy} onClick={() => changeTo({ role: other })}>
          {other === "admin" ? "Make admin" : "Make staff"}
        </Button>
        {disabled ? (
          <Button look="quiet" busy={busy} onClick={() => changeTo({ disabled: false })}>
            Enable
          </Button>
        ) : (
          <ConfirmButton
            label="Disable"
            question={`Sign ${email} out everywhere and stop them from signing in again?`}
            confirm="Disable"
            busy={busy}
            onConfirm={() => changeTo({ disabled: true })}
          />
        )}
        <ConfirmButton
          label="New password"
          question={`Sign ${email} out everywhere and give them a new one-time password?`}
          confirm="New password"
          busy={busy}
          onConfirm={() => busy || reset.mutate(undefined, { onSuccess: (made) => setPassword(made.password) })}
        />
      </div>
      <Refusal
        id={`again-${id}`}
        error={problem}
        what="That did not work."
        unknown="We do not know whether it was done. Look for it under “Changes”."
        onSignedIn={() => {
          change.reset();
          reset.reset();
        }}
      />
    </li>
  );
}
