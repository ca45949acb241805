import { APPLICANT_STATUS_WORDS } from "@/lib/applications/applicant-words";
import type { PrivateApplication } from "@/lib/applications/private-store";
import { dateWords } from "@/lib/time-words";
import { cx } from "../ui/cx";

/** What has happened to an application, oldest first. */
export function StatusSteps({ steps }: Pick<PrivateApplication, "steps">) {
  return (
    <ol aria-label="What has happened so far" className="mt-2 grid">
      {steps.map(({ status, at }, index) => {
        const isLast = index === steps.length - 1;
        return (
          <li
            key={at.toISOString() + status}
            aria-current={isLast ? "step" : undefined}
            className={cx(
              "relative grid grid-cols-[1.25rem_minmax(0,1fr)] gap-3 pb-4 last:pb-0",
              !isLast &&
                "before:absolute before:start-[0.55rem] before:top-4 before:h-full before:w-0.5 before:bg-line",
            )}
          >
            <span
              aria-hidden="true"
              className={cx(
                "relative mt-1 size-5 rounded-pill border-2",
                isLast ? "border-accent bg-accent" : "border-control-line bg-panel",
              )}
            />
            <p>
              <span className={cx(isLast && "font-semibold")}>{APPLICANT_STATUS_WORDS[status]("", null).step}</span>{" "}
              <time className="block text-sm text-soft" dateTime={at.toISOString()}>
                {dateWords(at)}
              </time>
            </p>
          </li>
        );
      })}
    </ol>
  );
}
