import { withFullStop } from "@/lib/http/errors";
import { adoptionsHref } from "@/lib/orders/params";
import { bulkTitle, isRemoval, outcomeWords, type BulkReport as Report, verbOf } from "@/lib/pets/bulk";
import { ADOPTION_IS_OPEN } from "@/lib/pets/status";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/button";
import { Link } from "../../ui/link";
import { actions, panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { useDesk } from "../desk/use-desk";
import { BULK_REPORT_ID } from "./use-bulk";

/** The toast reports success. */
export function BulkReport() {
  const { sent, report, isRunning, failure, resume, close } = useDesk().bulk;
  const to = (report ?? sent)?.to;
  if (!to) return null;
  return (
    <section id={BULK_REPORT_ID} tabIndex={-1} aria-label="Change of many animals" className={cx(panel, stack, "mb-4")}>
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0">{bulkTitle(to)}</h2>
        {!isRunning && (
          <Button look="quiet" className="shrink-0 px-3!" onClick={close}>
            Close
          </Button>
        )}
      </div>
      {report ? (
        <>
          <p role="status">{outcomeWords(report)}</p>
          <NotChanged report={report} />
        </>
      ) : (
        <>
          <RequestProblem
            error={failure}
            notDone={`No animals were ${verbOf(to)}.`}
            inDoubt={`However often it is sent, no animal is ${verbOf(to)} twice.`}
            onWaited={resume}
            onSignedIn={resume}
          />
          <Button className="justify-self-start" busy={isRunning} onClick={() => isRunning || resume()}>
            Try again
          </Button>
        </>
      )}
    </section>
  );
}

function NotChanged({ report: { to, notChanged, changeSets } }: { report: Report }) {
  const { bulk } = useDesk();
  const stale = notChanged.filter(({ isStale }) => isStale).map((pet) => ({ ...pet, version: "*" }));
  return (
    <>
      <h3>
        {notChanged.length.toLocaleString("en")} {notChanged.length === 1 ? "was" : "were"} not {verbOf(to)}
      </h3>
      <ul className="grid max-h-80 overflow-y-auto border-y border-line" aria-label="Not changed">
        {notChanged.map(({ id, name, why }) => (
          <li key={id} className="grid gap-x-4 border-line py-2 not-first:border-t sm:grid-cols-[1fr_2fr]">
            <bdi className="font-semibold wrap-anywhere">{name}</bdi>
            <span className="text-soft">
              {why}{" "}
              {why === withFullStop(ADOPTION_IS_OPEN) && (
                <Link className="text-accent underline underline-offset-2" href={adoptionsHref({ petId: id })}>
                  Open the adoption
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div className={actions}>
        {changeSets.length > 0 && (
          <Button look="quiet" onClick={bulk.undo}>
            {isRemoval(to) ? "Restore what was removed" : "Undo what was changed"}
          </Button>
        )}
        {stale.length > 0 && (
          <Button busy={bulk.isRunning} onClick={() => bulk.isRunning || bulk.start(stale, to)}>
            {isRemoval(to) ? "Remove" : "Change"} {stale.length === 1 ? "it" : "them"} anyway
          </Button>
        )}
      </div>
    </>
  );
}
