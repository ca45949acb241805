import { useState } from "react";
import { isSignedOut, waitSecondsOf, withFullStop } from "@/lib/http/errors";
import { adoptionsHref } from "@/lib/orders/client";
import { type BulkJob, canBeSent, tally } from "@/lib/pets/bulk";
import {
  isNotChanged,
  isRemoval,
  jobTitle,
  outcomeWords,
  progressWords,
  verbOf,
  whyNotChanged,
} from "@/lib/pets/bulk-words";
import { whyNot } from "@/lib/pets/client";
import { ADOPTION_IS_OPEN } from "@/lib/pets/status";
import { Button } from "../../ui/button";
import { Link } from "../../ui/link";
import { Countdown } from "../../ui/load-problem";
import { actions, bottomBar, panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { BULK_REPORT_ID, type Bulk } from "./use-bulk";

const PAGE = 50;

/** The toast reports success. */
export function BulkReport({ bulk }: { bulk: Bulk }) {
  const { job, isRunning, failure } = bulk;
  if (!job || !bulk.hasReport) return null;
  const counts = tally(job);
  const total = job.rows.length;
  const made = total - counts.unsent;
  return (
    <section id={BULK_REPORT_ID} tabIndex={-1} aria-label="Change of many animals" className={cx(panel, stack, "mb-4")}>
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0">{jobTitle(job, isRunning)}</h2>
        {!isRunning && (
          <Button look="quiet" className="shrink-0 px-3!" onClick={bulk.close}>
            Close
          </Button>
        )}
      </div>
      {counts.unsent > 0 && (
        <progress className="h-3 w-full accent-accent" max={total} value={made} aria-label="Animals done" />
      )}
      <p role="status">
        {counts.unsent > 0
          ? `${progressWords(job)}, ${counts.unsent.toLocaleString("en")} still to do.`
          : outcomeWords(job)}
      </p>
      {counts.unsent > 0 && <Unsent bulk={bulk} failure={failure} />}
      {!isRunning && <NotChanged job={job} bulk={bulk} />}
    </section>
  );
}

function Unsent({ bulk, failure }: { bulk: Bulk; failure: unknown }) {
  if (bulk.isRunning) {
    return (
      <Button look="quiet" className="justify-self-start" onClick={bulk.stop}>
        Stop
      </Button>
    );
  }
  return (
    <>
      {waitSecondsOf(failure) === null && <p role="alert">{whyStopped(failure)}</p>}
      <Countdown refusal={failure} onDone={bulk.resume} />
      <div className={actions}>
        <Button onClick={bulk.resume}>Continue</Button>
      </div>
    </>
  );
}

/** `failure` is null after "Stop" and after a reload. */
function whyStopped(failure: unknown): string {
  if (failure === null)
    return "This stopped before it was finished. Continue with the remaining animals. None is changed twice.";
  if (isSignedOut(failure)) return "You were signed out. Sign in again to continue where this stopped.";
  return `${whyNot(failure)} It continues where it stopped, and no animal is changed twice.`;
}

function NotChanged({ job, bulk }: { job: BulkJob; bulk: Bulk }) {
  const [shown, setShown] = useState(PAGE);
  const rows = job.rows.filter(isNotChanged);
  if (rows.length === 0) return null;
  const counts = tally(job);
  // Animals that were refused because of an adoption or an application would be refused again.
  const canRetry = !isRemoval(job) && rows.some((row) => row.state === "refused" && canBeSent(row));
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
        {canRetry && (
          <Button look="quiet" onClick={() => bulk.resend("refused")}>
            Try these again
          </Button>
        )}
        {bulk.canUndo && (
          <Button look="quiet" onClick={bulk.undo}>
            {isRemoval(job) ? "Restore what was removed" : "Undo what was changed"}
          </Button>
        )}
        {counts.theirs > 0 && (
          <>
            <Button look="quiet" onClick={bulk.close}>
              {isRemoval(job) ? "Keep" : "Keep what others chose"}
            </Button>
            <Button onClick={() => bulk.resend("theirs")}>
              {isRemoval(job) ? "Remove" : "Change"} {counts.theirs === 1 ? "it" : "them"} anyway
            </Button>
          </>
        )}
      </div>
    </>
  );
}

export function BulkProgress({ bulk }: { bulk: Bulk }) {
  const { job, isRunning, hasReport } = bulk;
  if (!job || !isRunning || hasReport) return null;
  const total = job.rows.length;
  return (
    <section aria-label="Change of many animals" data-bottom-bar className={bottomBar}>
      <p role="status" className="font-semibold">
        {jobTitle(job, true)} <span className="font-normal">{progressWords(job)}</span>
      </p>
      <progress
        className="h-3 min-w-24 flex-1 accent-accent"
        max={total}
        value={total - tally(job).unsent}
        aria-label="Animals done"
      />
      <Button look="quiet" className="max-sm:px-3" onClick={bulk.stop}>
        Stop
      </Button>
    </section>
  );
}
