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
import { RequestProblem } from "./request-problem";

type ShownSession = { id: string; isThis: boolean; device: string; address: string | null; since: string };

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
        {sessions.map(({ id, isThis, device, address, since }) => (
          <li key={id} className="grid gap-0.5">
            <span className="flex flex-wrap items-center gap-2 font-semibold">
              {device} {isThis && <Badge tone="green">This device</Badge>}
            </span>
            <span className="text-sm text-soft wrap-anywhere">
              Since <time dateTime={since}>{sinceWords(since)}</time>
              {address && `, from ${address}`}
            </span>
          </li>
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

/** In UTC, because the server renders it and does not know the reader's time zone. */
function sinceWords(iso: string): string {
  const words = new Date(iso).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return `${words} UTC`;
}
