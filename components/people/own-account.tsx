"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { sendChangeOwnName } from "@/lib/people/client";
import type { ListedSession } from "@/lib/people/session-store";
import { sendSignOutElsewhere } from "@/lib/sign-in/client";
import { useCommand } from "../audit/use-command";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-dialog";
import { LettersSwitch } from "../ui/keyboard-sheet";
import { Panel } from "../ui/panel";
import { Badge } from "../ui/text";
import { Ago } from "../ui/time";
import { showToast } from "../ui/toast";
import { ChangePasswordForm } from "./change-password-form";
import { NameForm } from "./name-form";
import { RequestProblem } from "./request-problem";
import { usePersonId } from "./signed-in";

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
    <Panel id="own-name-heading" title="Your name">
      <NameForm
        person={usePersonId()}
        name={name}
        hint="Your colleagues see it beside what you do. Applicants do not."
        autoComplete="name"
        send={send}
      />
    </Panel>
  );
}

export function OwnPassword({ email }: { email: string }) {
  return (
    <Panel id="own-password-heading" title="Change your password">
      <ChangePasswordForm
        email={email}
        currentLabel="Current password"
        isPart
        onChanged={() => showToast({ text: "Your password was changed. Other devices were signed out." })}
      />
    </Panel>
  );
}

/** Lets a person switch off the shortcuts with single letters, at any width. */
export function OwnShortcuts() {
  return (
    <Panel id="own-shortcuts-heading" title="Keyboard">
      <LettersSwitch />
    </Panel>
  );
}

type ItemProps = { session: ListedSession; busy?: boolean; onLeave?(): void };

function SessionItem({ session, busy = false, onLeave }: ItemProps) {
  const { isThis, device, address, since, lastUsedAt } = session;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 *:col-[1]">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {device} {isThis && <Badge tone="green">This device</Badge>}
      </p>
      <div className="text-sm text-soft">
        <p>
          {isThis ? (
            "In use now"
          ) : (
            <>
              Last used <Ago iso={lastUsedAt} />
            </>
          )}
        </p>
        <p className="wrap-anywhere">
          Signed in <Ago iso={since} />
          {address && ` from the IP address ${address}`}
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

/** Where a person is signed in: here, then a button that signs them out everywhere else, and each other place. */
export function OwnSessions({ sessions }: { sessions: readonly ListedSession[] }) {
  const router = useRouter();
  const own = sessions.find(({ isThis }) => isThis);
  const others = sessions.filter(({ isThis }) => !isThis);
  const end = useCommand({
    send: (session: ListedSession | null) => sendSignOutElsewhere(session ? [session.id] : undefined),
    onDone: (_answer, session) => {
      showToast({
        text: session ? `You are signed out on “${session.device}”.` : "All other devices were signed out.",
      });
      router.refresh();
      document.getElementById("sessions-heading")?.focus();
    },
  });
  return (
    <Panel id="sessions-heading" title="Where you are signed in">
      <ul className="grid gap-3">{own && <SessionItem session={own} />}</ul>
      {others.length > 0 && (
        <>
          <p>
            You are also signed in {others.length === 1 ? "once" : `${others.length} times`} elsewhere. Sign out where
            you no longer use the device, or do not know it.
          </p>
          <ConfirmButton
            look="quiet"
            label="Sign out elsewhere"
            question="Sign out on all other devices?"
            details="You stay signed in here."
            confirm="Sign out elsewhere"
            busy={end.isPending}
            onConfirm={() => void end.run(null)}
          />
          <ul aria-label="Elsewhere" className="grid gap-3">
            {others.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                busy={end.isPending}
                onLeave={() => void end.run(session)}
              />
            ))}
          </ul>
        </>
      )}
      <RequestProblem
        {...end.problem}
        inDoubt="We do not know whether the device was signed out. Load the page again to see."
      />
    </Panel>
  );
}
