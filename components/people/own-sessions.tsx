"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { MAX_LISTED_SESSIONS } from "@/lib/people/schema";
import { signOutElsewhere } from "@/lib/sign-in/calls";
import { Badge } from "../ui/badge";
import { ConfirmButton } from "../ui/confirm-button";
import { cx } from "../ui/cx";
import { panel, stack } from "../ui/panel";
import { showToast } from "../ui/show-toast";
import { Ago } from "../ui/time";
import { RequestProblem } from "./request-problem";

type ShownSession = {
  id: string;
  isThis: boolean;
  device: string;
  address: string | null;
  since: string;
  lastUsedAt: string;
};

/** A place where the person is signed in. Its details are folded. */
function SessionItem({ session: { isThis, device, address, since, lastUsedAt } }: { session: ShownSession }) {
  return (
    <li className="grid">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {device} {isThis && <Badge tone="green">This device</Badge>}
      </p>
      <details className="text-sm text-soft">
        <summary>{isThis ? "In use now" : <LastUsed iso={lastUsedAt} />}</summary>
        <p className="pb-2 wrap-anywhere">
          Signed in <Ago iso={since} />
          {address && ` from the IP address ${address}`}.
        </p>
      </details>
    </li>
  );
}

const LastUsed = ({ iso }: { iso: string }) => (
  <span>
    Last used <Ago iso={iso} />
  </span>
);

/** The places where a person is signed in, with a button that signs them out everywhere else. */
export function OwnSessions({ sessions }: { sessions: readonly ShownSession[] }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const leave = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await signOutElsewhere();
      showToast({ text: "All other devices were signed out." });
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
      <ul className="grid gap-3">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length >= MAX_LISTED_SESSIONS && <p>Only the {MAX_LISTED_SESSIONS} that you used last are shown.</p>}
      {sessions.length > 1 && (
        <ConfirmButton
          look="quiet"
          label="Sign out elsewhere"
          question="Sign out on all other devices?"
          details="You stay signed in here."
          confirm="Sign out elsewhere"
          busy={busy}
          onConfirm={leave}
        />
      )}
      <RequestProblem
        id="sessions-again"
        error={failure}
        notDone="Nothing was changed."
        inDoubt="We do not know whether the other devices were signed out. Load the page again to see."
        onSignedIn={() => setFailure(null)}
      />
    </section>
  );
}
