import { useState } from "react";
import { isSignedOut, waitSecondsOf, withFullStop } from "@/lib/http/errors";
import { adoptionsHref } from "@/lib/orders/client";
import { type BulkJob, isRemoval } from "@/lib/pets/bulk";
import { isNotChanged, jobTitle, outcomeWords, verbOf, whyNotChanged } from "@/lib/pets/bulk-words";
import { whyNot } from "@/lib/pets/client";
import { ADOPTION_IS_OPEN } from "@/lib/pets/status";
import { Button } from "../../ui/button";
import { Link } from "../../ui/link";
import { Countdown } from "../../ui/load-problem";
import { actions, panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { BULK_REPORT_ID, type Bulk } from "./use-bulk";

const PAGE = 50;

/** The toast reports success. */
export function BulkReport({ bulk }: { bulk: Bulk }) {
  const { job, isRunning, failure } = bulk;
  if (!job || !bulk.hasReport) return null;
  return (
    <section id={BULK_REPORT_ID} tabIndex={-1} aria-label="Change of many animals" className={cx(panel, stack, "mb-4")}>
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0">{jobTitle(job)}</h2>
        {!isRunning && (
          <Button look="quiet" className="shrink-0 px-3!" onClick={bulk.close}>
            Close
          </Button>
        )}
      </div>
      {failure === null ? (
        <>
          <p role="status">{outcomeWords(job)}</p>
          <NotChanged job={job} bulk={bulk} />
        </>
      ) : (
        <Unanswered bulk={bulk} />
      )}
    </section>
  );
}

function Unanswered({ bulk: { failure, isRunning, resume } }: { bulk: Bulk }) {
  return (
    <>
      {waitSecondsOf(failure) === null && <p role="alert">{whyUnanswered(failure)}</p>}
      <Countdown refusal={failure} onDone={resume} />
      <Button className="justify-self-start" busy={isRunning} onClick={() => isRunning || resume()}>
        Try again
      </Button>
    </>
  );
}

const whyUnanswered = (failure: unknown) =>
  isSignedOut(failure)
    ? "You were signed out. Sign in again to continue."
    : `${whyNot(failure)} However often it is sent, no animal is changed twice.`;

function NotChanged({ job, bulk }: { job: BulkJob; bulk: Bulk }) {
  const [shown, setShown] = useState(PAGE);
  const rows = job.rows.filter(isNotChanged);
  const stale = rows.filter(({ state }) => state === "stale").length;
  const verb = isRemoval(job) ? "Remove" : "Change";
  return (
    <>
      <h3>
        {rows.length.toLocaleString("en")} {rows.length === 1 ? "was" : "were"} not {verbOf(job)}
      </h3>
      <ul className="grid max-h-80 overflow-y-auto border-y border-line" aria-label="Not changed">
        {rows.slice(0, shown).map((row) => (
          <li key={row.id} className="grid gap-x-4 border-line py-2 not-first:border-t sm:grid-cols-[1fr_2fr]">
            <bdi className="font-semibold wrap-anywhere">{row.name}</bdi>
            <span className="text-soft">
              {whyNotChanged(row)}{" "}
              {row.why === withFullStop(ADOPTION_IS_OPEN) && (
                <Link className="text-accent underline underline-offset-2" href={adoptionsHref({ petId: row.id })}>
                  Open the adoption
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <Button look="quiet" className="justify-self-start" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, rows.length - shown)} more of {rows.length.toLocaleString("en")}
        </Button>
      )}
      <div className={actions}>
        {bulk.canUndo && (
          <Button look="quiet" onClick={bulk.undo}>
            {isRemoval(job) ? "Restore what was removed" : "Undo what was changed"}
          </Button>
        )}
        {stale > 0 && (
          <Button onClick={bulk.resendStale}>
            {verb} {stale === 1 ? "it" : "them"} anyway
          </Button>
        )}
      </div>
    </>
  );
}
