"use client";

import { useRef } from "react";
import { useChangeKey } from "@/lib/keys/queries";
import type { KeyDetail } from "@/lib/keys/schema";
import { Refusal } from "../refusal";
import { Time } from "../ui/time";

/** When and why a key was suspended, and the way to end that early. */
export function KeyBans({ detail: { id, state, bans, mayLiftBan } }: { detail: KeyDetail }) {
  const lift = useChangeKey(id, "unban");
  // Takes over the focus of the button, which goes.
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} tabIndex={-1} className="panel wide" aria-labelledby="bans-heading">
      <h2 id="bans-heading">Suspensions</h2>
      {bans.length === 0 && <p>This key was never suspended.</p>}
      {state === "suspended" &&
        (mayLiftBan ? (
          <button
            className="button"
            type="button"
            aria-disabled={lift.isPending}
            onClick={() => lift.isPending || lift.mutate(undefined, { onSuccess: () => section.current?.focus() })}
          >
            Lift the suspension now
          </button>
        ) : (
          <p>A suspension can be lifted once a day; that was done within the last day. It ends by itself.</p>
        ))}
      <p className="form-message" data-kind="done" role="status">
        {lift.isSuccess && "The suspension is lifted."}
      </p>
      <Refusal
        id="lift-again"
        error={lift.error}
        what="It was not lifted."
        unknown="We do not know whether it was lifted. The list below will show it."
        onSignedIn={lift.reset}
      />
      {bans.length > 0 && (
        <div className="table-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">Until</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {bans.map(({ startedAt, until, liftedAt, reason }) => (
                <tr key={startedAt}>
                  <td>
                    <Time iso={startedAt} />
                  </td>
                  <td>
                    <Time iso={liftedAt ?? until} />
                    {liftedAt && " (lifted)"}
                  </td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
