import { useEffect, useRef } from "react";
import { FORM_FIELDS, type FormField, type ReturnedForm } from "@/lib/applications/form";
import { ApiError, isCertain, toSentence, waitSecondsOf } from "@/lib/http/errors";
import { timeWords } from "@/lib/values/time-words";
import { useOnline } from "../../ui/browser";
import { FormMessage } from "../../ui/field";
import { Countdown } from "../../ui/load-problem";
import { cx, rowLink } from "../../ui/style";

const problemBox = "grid gap-2 rounded-card border-2 border-danger bg-danger-back px-4 py-3 text-ink";

/** At the top of the form. If only one field is wrong, that field says so itself, because it has the focus. */
export function FieldProblems({ refusal: returned, problems, submits }: FieldProblemsProps) {
  const refusal = submits === 0 ? returned : null;
  const fields = FORM_FIELDS.filter((field) => problems[field] !== undefined);
  const isShown = refusal !== null || fields.length > (submits === 0 ? 0 : 1);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submits === 0) return;
    box.current?.scrollIntoView({ block: "nearest" });
    // Keeps the focused field and its error in view, even above the keyboard of a phone.
    document.activeElement?.scrollIntoView({ block: box.current ? "nearest" : "center" });
  }, [submits]);
  return (
    <FormMessage kind="problem" role="alert">
      {isShown && (
        <div ref={box} className={cx(problemBox, "scroll-mt-4")} data-part="field-problems">
          <p className="font-semibold text-danger">{refusal ? reasonOf(refusal) : attentionWords(fields.length)}</p>
          {refusal && <p>Everything you typed is still here.</p>}
          {fields.length > 0 && (
            <ul>
              {fields.map((field) => (
                <li key={field}>
                  <a className={cx(rowLink, "py-1")} href={`#${idOf(field)}`}>
                    {problems[field]}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </FormMessage>
  );
}

type FieldProblemsProps = {
  /** Why the server returned the form, if the reason is not a field. */
  refusal: ReturnedForm["refusal"];
  problems: Partial<Record<FormField, string>>;
  submits: number;
};

const attentionWords = (count: number) =>
  count === 1 ? "1 field needs your attention" : `${count} fields need your attention`;

/** The messages lead to the fields. */
export const idOf = (field: FormField) => `apply-${field}`;

function reasonOf({ code, retryAfterSeconds }: NonNullable<ReturnedForm["refusal"]>): string {
  if (code === "rate_limited") {
    return `Too many messages came from your network. Please wait ${timeWords(retryAfterSeconds ?? 60)}, then send it again.`;
  }
  return "An earlier version of this message has already arrived. Send this one too if something is different.";
}

const RETRY_SECONDS = 30;

/** All of it is in view together with the submit button below. */
export function SendingProblem({ failure, onAgain }: { failure: unknown; onAgain(): void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) box.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  return (
    <FormMessage kind="problem" role="alert">
      {failure !== null && (
        <div ref={box} className={cx(problemBox, "scroll-mt-4 scroll-mb-20")}>
          {isCertain(failure) ? <Refused failure={failure} onAgain={onAgain} /> : <Lost {...{ failure, onAgain }} />}
        </div>
      )}
    </FormMessage>
  );
}

type FailureProps = { failure: unknown; onAgain(): void };

function Refused({ failure, onAgain }: FailureProps) {
  if (waitSecondsOf(failure) === null) return <p>{refusalWords(failure)}</p>;
  return (
    <>
      <p>Your message was not sent yet. Everything you typed is kept in this tab.</p>
      <Countdown refusal={failure} onDone={onAgain} />
    </>
  );
}

/** Shown when the outcome is unknown: the connection was lost, or the service failed. */
function Lost({ failure, onAgain }: FailureProps) {
  const isOnline = useOnline();
  // Without a response there are no headers.
  const isAnswered = failure instanceof ApiError && Object.keys(failure.headers).length > 0;
  return (
    <>
      <p className="font-semibold">
        {isAnswered ? "The shelter’s service has a problem." : "We could not reach the shelter."}
      </p>
      <p>
        Everything you typed is kept in this tab, and nothing arrives twice.
        {!isOnline && " It is sent again when your connection is back."}
      </p>
      {isOnline && <Countdown refusal={failure} seconds={RETRY_SECONDS} reason="" onDone={onAgain} />}
    </>
  );
}

function refusalWords(failure: unknown): string {
  if (failure instanceof ApiError && failure.code === "conflict") return "This did not work. Please send it again.";
  return `Your message was not sent. ${toSentence(failure)}`;
}
