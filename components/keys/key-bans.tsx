"use client";

import { useRef } from "react";
import { useKeyAction } from "@/lib/keys/queries";
import type { KeyDetail } from "@/lib/keys/schema";
import { RequestProblem } from "../people/request-problem";
import { Button } from "../ui/buttons/button";
import { Table, TableHead } from "../ui/display/table";
import { Time } from "../ui/display/time";
import { FormMessage } from "../ui/forms/field";
import { cx } from "../ui/style/cx";
import { panel, stack } from "../ui/style/panel";

/** The bans of a key, and a button that ends one early. */
export function KeyBans({ detail: { id, state, bans, mayLiftBan } }: { detail: KeyDetail }) {
  const lift = useKeyAction(id, "unban");
  // Gets the focus when the button disappears.
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} tabIndex={-1} className={cx(panel, stack, "lg:col-span-2")} aria-labelledby="bans-heading">
      <h2 id="bans-heading">Bans</h2>
      {state === "suspended" &&
        (mayLiftBan ? (
          <Button
            className="justify-self-start"
            busy={lift.isPending}
            onClick={() => lift.isPending || lift.mutate(undefined, { onSuccess: () => section.current?.focus() })}
          >
            Lift the ban now
          </Button>
        ) : (
          <p>A ban can be lifted once in 24 hours, and one already was. This ban ends automatically.</p>
        ))}
      <FormMessage kind="done" role="status">
        {lift.isSuccess && "The ban is lifted."}
      </FormMessage>
      <RequestProblem
        id="lift-again"
        error={lift.error}
        notDone="The ban was not lifted."
        inDoubt="We do not know whether the ban was lifted. The list below will show it."
        onSignedIn={lift.reset}
      />
      <Table cards>
        <TableHead names={["From", "Until", "Why"]} />
        <tbody>
          {bans.map(({ startedAt, until, liftedAt, reason }) => (
            <tr key={startedAt}>
              <td data-label="From">
                <Time iso={startedAt} />
              </td>
              <td data-label="Until">
                <Time iso={liftedAt ?? until} />
                {liftedAt && " (lifted)"}
              </td>
              <td data-label="Why" className="max-md:flex-col max-md:gap-0!">
                {reason}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
