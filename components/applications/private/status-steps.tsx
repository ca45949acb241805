import type { ReactNode } from "react";
import { applicantWords, upcomingSteps } from "@/lib/applications/applicant-words";
import type { PrivateApplication } from "@/lib/applications/private/private-store";
import { sentNoun } from "@/lib/applications/sent-words";
import { dateWords } from "@/lib/values/time-words";
import { cx } from "../../ui/style/cx";

type Props = Pick<PrivateApplication, "steps"> & { isQuestion: boolean };

/** The course of an application: what has happened, oldest first, and what comes next. */
export function StatusSteps({ steps, isQuestion }: Props) {
  const current = steps.at(-1);
  const upcoming = current ? upcomingSteps(isQuestion)[current.status] : [];
  return (
    <ol aria-label={`Progress of your ${sentNoun(isQuestion)}`} className="grid">
      {steps.map((step) => (
        <Step key={step.at.toISOString() + step.status} state={step === current ? "current" : "done"}>
          <span className={cx(step === current && "font-semibold")}>
            {applicantWords(isQuestion)[step.status]("").step}
          </span>{" "}
          <time className="text-sm text-soft max-sm:block" dateTime={step.at.toISOString()}>
            {dateWords(step.at)}
          </time>
        </Step>
      ))}
      {upcoming.map((step) => (
        <Step key={step} state="upcoming">
          <span className="text-soft">
            <span className="sr-only">To come: </span>
            {step}
          </span>
        </Step>
      ))}
    </ol>
  );
}

const DOTS = {
  done: "border-accent bg-panel",
  current: "border-accent bg-accent",
  upcoming: "border-dashed border-control-line bg-panel",
} as const;

/** A step, with a dot on the line that connects all steps. */
function Step({ state, children }: { state: keyof typeof DOTS; children: ReactNode }) {
  return (
    <li
      aria-current={state === "current" ? "step" : undefined}
      className={cx(
        "relative grid grid-cols-[1.25rem_minmax(0,1fr)] gap-3 pb-2.5 last:pb-0 last:before:hidden",
        "before:absolute before:start-[0.55rem] before:top-4 before:h-full before:w-0.5 before:bg-line",
      )}
    >
      <span aria-hidden="true" className={cx("relative mt-1 size-5 rounded-pill border-2", DOTS[state])} />
      <p>{children}</p>
    </li>
  );
}
