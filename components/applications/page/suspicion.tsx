import type { Application } from "@/lib/applications/schema";
import { SUSPICION_WORDS } from "@/lib/applications/staff-words";
import { RequestProblem } from "../../people/request-problem";
import type { Me } from "../../people/signed-in";
import { Button } from "../../ui/buttons/button";
import { cx } from "../../ui/style/cx";
import { actions, stack } from "../../ui/style/panel";
import { DecisionProblem } from "./decision-problem";
import { type Decisions, isOwnHandling, NEXT_HEADING } from "./use-decisions";
import { useRemoval } from "./use-removal";

type Props = { application: Application; decisions: Decisions; me: Me };

/**
 * Says why an application may be spam, and lets people move it to the inbox or delete it. Until then, this is all that
 * can be decided.
 */
export function Suspicion({ application, decisions, me }: Props) {
  const { decide, busy, failure } = decisions;
  const { suspicions, status } = application;
  const { remove, isPending, error, reset } = useRemoval(application);
  return (
    <section
      id={NEXT_HEADING}
      tabIndex={-1}
      className={cx(stack, "rounded-card border-2 border-amber bg-amber-back p-5")}
      aria-label="Suspicious"
    >
      <div className="grid max-w-prose gap-1.5">
        <p>
          <strong className="text-amber">This may be spam.</strong> It is apart from the inbox, and the applicant gets
          no e-mails.
        </p>
        {suspicions.length > 0 && (
          <ul aria-label="Reasons" className={cx(suspicions.length > 1 && "list-disc ps-5")}>
            {suspicions.map((one) => (
              <li key={one}>{SUSPICION_WORDS[one]}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={actions}>
        <Button
          busy={busy}
          onClick={() => void decide({ folder: "inbox" }, `Moved to the inbox${status === "new" ? ", as “New”" : ""}.`)}
        >
          Not spam
        </Button>
        <Button look="quiet-danger" busy={isPending} onClick={remove}>
          Spam: delete
        </Button>
      </div>
      {failure && failure.change.reply === undefined && !isOwnHandling(failure, me) && (
        <DecisionProblem application={application} decisions={decisions} failure={failure} />
      )}
      <RequestProblem
        id="spam-again"
        error={error}
        notDone="The application was not deleted."
        inDoubt="We do not know whether the application was deleted. Delete it again: nothing happens twice."
        onWaited={remove}
        onSignedIn={reset}
      />
    </section>
  );
}
