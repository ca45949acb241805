"use client";

import { useRef, useState } from "react";
import { useRenewInvitation, useResetPassword } from "@/lib/people/queries";
import type { Invitation, Person } from "@/lib/people/schema";
import { Badge } from "../ui/badge";
import { Button, ButtonLink } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import { cx } from "../ui/cx";
import { actions, panel, stack } from "../ui/panel";
import { SecretOnce } from "../ui/secret-once";
import { showToast } from "../ui/show-toast";
import { Ago } from "../ui/time";
import { InvitationLink } from "./invitation-link";
import { PersonRename } from "./person-rename";
import { AccessButton, RoleButton } from "./person-rights";
import { RequestProblem } from "./request-problem";
import { usePersonId } from "./signed-in";
import { usePersonChange } from "./use-person-change";

/** The actions are beside the person. A link or a password to pass on takes the whole row below. */
const sideBySide = cx(
  "items-center lg:grid-cols-[minmax(0,1fr)_max-content] lg:[&>*]:col-span-full",
  "lg:[&>:first-child]:col-[1] lg:[&>[data-part=actions]]:col-[2] lg:[&>[data-part=actions]]:row-start-1",
);

/** A person in the list. Nobody can change their own role, so one's own entry leads to the account instead. */
export function PersonEntry({ person }: { person: Person }) {
  const isOwn = usePersonId() === person.id;
  // A change replaces the pressed button, so the entry takes over its focus.
  const entry = useRef<HTMLLIElement>(null);
  return (
    <li
      data-part="person"
      className={cx(panel, stack, isOwn ? "" : sideBySide)}
      aria-label={person.email}
      ref={entry}
      tabIndex={-1}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h2 className="font-sans text-lg wrap-anywhere">
            <bdi>{person.name}</bdi>
            {isOwn && <span className="font-normal text-soft"> (you)</span>}
          </h2>
          <p className="-mt-1 text-soft wrap-anywhere">{person.email}</p>
          <PersonState person={person} />
        </div>
        {isOwn && (
          <ButtonLink look="quiet" href="/staff/account">
            Your account
          </ButtonLink>
        )}
      </div>
      {!isOwn && <PersonActions person={person} onChanged={() => entry.current?.focus()} />}
    </li>
  );
}

function PersonState({ person }: { person: Person }) {
  const { role, disabled, passwordExpiresAt, lastSignInAt } = person;
  const isWaiting = passwordExpiresAt !== null && !disabled;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
      <Badge tone={disabled ? "grey" : "green"}>{disabled ? "Disabled" : role === "admin" ? "Admin" : "Staff"}</Badge>
      <Waiting person={person} />
      <span className={isWaiting ? "basis-full" : "max-sm:basis-full"}>
        {lastSignInAt ? (
          <>
            Last signed in <Ago iso={lastSignInAt} />
          </>
        ) : (
          "Never signed in"
        )}
      </span>
    </p>
  );
}

/** The invitation or one-time password that a person has not used yet. */
function Waiting({ person: { invited, disabled, passwordExpiresAt } }: { person: Person }) {
  if (passwordExpiresAt === null || disabled) return null;
  const what = invited ? "invitation" : "one-time password";
  const isExpired = Date.parse(passwordExpiresAt) <= Date.now();
  return (
    <span>
      {isExpired ? `The ${what} has expired` : `Has ${invited ? "an" : "a"} ${what}, which expires `}
      {!isExpired && <Ago iso={passwordExpiresAt} />}
    </span>
  );
}

function PersonActions({ person, onChanged }: ActionsProps) {
  const { id, email, disabled, invited } = person;
  const [password, setPassword] = useState<string | null>(null);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const { change, changeTo } = usePersonChange(person, onChanged);
  const reset = useResetPassword(id);
  const renew = useRenewInvitation(id);
  const isBusy = change.isPending || reset.isPending || renew.isPending;
  const takeInvitation = (made: Invitation) => {
    if (made.link === null) showToast({ text: `Another invitation is on its way to ${email}.` });
    else setInvitation(made);
  };
  const hide = () => {
    setPassword(null);
    setInvitation(null);
    onChanged();
  };

  return (
    <>
      {invitation && <InvitationLink invitation={invitation} onDone={hide} />}
      {password && (
        <SecretOnce
          label={`One-time password of ${email}`}
          value={password}
          hint="It is shown only once. They choose their own password when they first sign in."
          done="Done"
          onDone={hide}
        />
      )}
      <div data-part="actions" className={actions}>
        <PersonRename person={person} />
        <RoleButton person={person} busy={isBusy} changeTo={changeTo} />
        {invited && !disabled && (
          <Button
            look="quiet"
            busy={isBusy}
            onClick={() => isBusy || renew.mutate(undefined, { onSuccess: takeInvitation })}
          >
            New link
          </Button>
        )}
        {!invited && (
          <ConfirmButton
            look="quiet"
            label="New password"
            question={`Give ${email} a new one-time password?`}
            details="It signs them out everywhere. They choose their own password when they sign in with it."
            confirm="Give new password"
            busy={isBusy}
            onConfirm={() => isBusy || reset.mutate(undefined, { onSuccess: (made) => setPassword(made.password) })}
          />
        )}
        <AccessButton person={person} busy={isBusy} changeTo={changeTo} />
      </div>
      <RequestProblem
        id={`again-${id}`}
        error={change.error ?? reset.error ?? renew.error}
        notDone="That did not work."
        inDoubt="We do not know whether it was done. Look for it under “Changes”."
        onSignedIn={() => {
          change.reset();
          reset.reset();
          renew.reset();
        }}
      />
    </>
  );
}

type ActionsProps = {
  person: Person;
  /** Called when the pressed button has disappeared. */
  onChanged(): void;
};
