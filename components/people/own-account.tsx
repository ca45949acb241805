"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { sendChangeOwnName } from "@/lib/people/client";
import { MAX_LISTED_SESSIONS } from "@/lib/people/schema";
import { groupSessions, type SessionGroup, type ShownSession } from "@/lib/people/words";
import { sendSignOutElsewhere } from "@/lib/sign-in/client";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import { LettersSwitch } from "../ui/keyboard-sheet";
import { panel, stack } from "../ui/panel";
import { cx } from "../ui/style";
import { Ago, Badge } from "../ui/text";
import { showToast } from "../ui/toast";
import { ChangePasswordForm } from "./change-password-form";
import { NameForm } from "./name-form";
import { RequestProblem } from "./request-problem";
import { usePersonId } from "./signed-in";

/** Lets a person change their own name. */
export function OwnName({ name }: { name: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const send = async (wanted: string) => {
    await sendChangeOwnName(wanted);
    showToast({ text: "Your name was changed.", about: "own-name" });
    // The name appears in lists and histories everywhere.
    void client.invalidateQueries();
    router.refresh();
  };
  return (
    <section className={cx(panel, stack)} aria-labelledby="own-name-heading">
      <h2 id="own-name-heading">Your name</h2>
      <NameForm
        person={usePersonId()}
        name={name}
        hint="Your colleagues see it beside what you do. Applicants do not."
        autoComplete="name"
        send={send}
      />
    </section>
  );
}

/** Lets a person change their password at any time. */
export function OwnPassword({ email, minLength }: { email: string; minLength: number }) {
  return (
    <section className={cx(panel, stack)} aria-labelledby="own-password-heading">
      <h2 id="own-password-heading">Change your password</h2>
      <ChangePasswordForm
        email={email}
        minLength={minLength}
        currentLabel="Current password"
        isPart
        onChanged={() => showToast({ text: "Your password was changed. Other devices were signed out." })}
      />
    </section>
  );
}

/** Lets a person switch off the shortcuts with single letters, at any width. */
export function OwnShortcuts() {
  return (
    <section className={cx(panel, stack)} aria-labelledby="own-shortcuts-heading">
      <h2 id="own-shortcuts-heading">Keyboard</h2>
      <LettersSwitch />
    </section>
  );
}

/** How many entries are shown. */
const MAX_SHOWN = 10;

type ItemProps = { group: SessionGroup; busy?: boolean; onLeave?(): void };

/** Where the person is signed in, once or several times, with a button to sign out there. */
function SessionItem({ group: { latest, ids }, busy = false, onLeave }: ItemProps) {
  const { isThis, device, address, since, lastUsedAt } = latest;
  const count = ids.length;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 *:col-[1]">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {device} {isThis && <Badge tone="green">This device</Badge>}
        {count > 1 && <span className="font-normal text-soft">{count} times</span>}
      </p>
      <div className="text-sm text-soft">
        <p>{isThis ? "In use now" : <LastUsed iso={lastUsedAt} />}</p>
        <p className="wrap-anywhere">
          Signed in <Ago iso={since} />
          {address && ` from the IP address ${address}`}
          {count > 1 && `, and ${count - 1 === 1 ? "once" : `${count - 1} times`} before`}
        </p>
      </div>
      {onLeave && (
        <Button
          look="quiet"
          className="col-[2]! row-[1/3]"
          busy={busy}
          onClick={onLeave}
          aria-label={`Sign out: ${device}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

const LastUsed = ({ iso }: { iso: string }) => (
  <span>
    Last used <Ago iso={iso} />
  </span>
);

/** Says how many other sessions there are: "once elsewhere", "12 times elsewhere". */
function elsewhereWords(count: number): string {
  if (count === 1) return "once elsewhere";
  return `${count} times${count + 1 >= MAX_LISTED_SESSIONS ? " or more" : ""} elsewhere`;
}

/** Where a person is signed in: here, then a button that signs them out everywhere else, and each other place. */
export function OwnSessions({ sessions }: { sessions: readonly ShownSession[] }) {
  const router = useRouter();
  const [own, ...others] = groupSessions(sessions);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** Signs out on one other device, or on all. */
  const endSessions = async (group?: SessionGroup) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await sendSignOutElsewhere(group?.ids);
      showToast({
        text: group ? `You are signed out on “${group.latest.device}”.` : "All other devices were signed out.",
      });
      router.refresh();
      document.getElementById("sessions-heading")?.focus();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={cx(panel, stack)} aria-labelledby="sessions-heading">
      <h2 id="sessions-heading" tabIndex={-1}>
        Where you are signed in
      </h2>
      <ul className="grid gap-3">{own && <SessionItem group={own} />}</ul>
      {others.length > 0 && (
        <>
          <p>
            You are also signed in {elsewhereWords(sessions.length - 1)}. Sign out where you no longer use the device,
            or do not know it.
          </p>
          <ConfirmButton
            look="quiet"
            label="Sign out elsewhere"
            question="Sign out on all other devices?"
            details="You stay signed in here."
            confirm="Sign out elsewhere"
            busy={busy}
            onConfirm={() => endSessions()}
          />
          <ul aria-label="Elsewhere" className="grid gap-3">
            {others.slice(0, MAX_SHOWN).map((group) => (
              <SessionItem key={group.latest.id} group={group} busy={busy} onLeave={() => void endSessions(group)} />
            ))}
          </ul>
          {others.length > MAX_SHOWN && <p className="text-soft">These are the {MAX_SHOWN} that were used last.</p>}
        </>
      )}
      <RequestProblem
        id="sessions-again"
        error={failure}
        notDone="Nothing was changed."
        inDoubt="We do not know whether the device was signed out. Load the page again to see."
        onSignedIn={() => setFailure(null)}
      />
    </section>
  );
}
