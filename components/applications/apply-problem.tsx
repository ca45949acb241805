import { useEffect, useRef } from "react";
import type { FormField, ReturnedForm } from "@/lib/applications/form";
import { ApiError, isCertain, toSentence } from "@/lib/http/errors";
import { keysOf } from "@/lib/keys-of";
import { timeWords } from "@/lib/time-words";
import { Countdown, waitSecondsOf } from "../ui/countdown";
import { cx } from "../ui/cx";
import { FormMessage } from "../ui/field";
import { useOnline } from "../ui/use-online";

const problemBox = "grid gap-2 rounded-card border-2 border-danger bg-danger-back px-4 py-3 text-ink";

/** The problems of a form that the server returned, for the top of the page. */
export function ReturnedProblem({ refusal, problems }: ReturnedProps) {
  const fields = keysOf(problems);
  if (refusal === null && fields.length === 0) return null;
  return (
    <div className={problemBox} data-part="returned">
      <p className="font-semibold text-danger">{refusal ? reasonOf(refusal) : "Your application was not sent yet."}</p>
      <p>{refusal ? "Everything you typed is still here." : "Please look at this again:"}</p>
      {fields.length > 0 && (
        <ul className="list-disc ps-5">
          {fields.map((field) => (
            <li key={field}>
              <a href={`#${IDS[field]}`}>{problems[field]}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type ReturnedProps = { refusal: ReturnedForm["refusal"]; problems: Partial<Record<FormField, string>> };

const IDS: Readonly<Record<FormField, string>> = {
  name: "apply-name",
  email: "apply-email",
  telephone: "apply-telephone",
  home: "apply-home",
  otherPets: "apply-other-pets",
  message: "apply-message",
  consent: "apply-consent",
};

function reasonOf({ code, retryAfterSeconds }: NonNullable<ReturnedForm["refusal"]>): string {
  if (code === "rate_limited") {
    return `Too many applications came from your network. Please wait ${timeWords(retryAfterSeconds ?? 60)}, then send it again.`;
  }
  return "An earlier version of this application has already arrived. Send this one too if something is different.";
}

/** How long to wait before an application is sent again that the service could not accept, in seconds. */
const RETRY_SECONDS = 30;

/**
 * Why the application was not sent, and what happens next. It is all in view, together with the submit button below.
 */
export function SendingProblem({ failure, onAgain }: { failure: unknown; onAgain(): void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) box.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  return (
    <FormMessage kind="problem" role="alert">
      {failure !== null && (
        <div ref={box} className={cx(problemBox, "scroll-mt-4 scroll-mb-20")} data-part="sending-problem">
          {isCertain(failure) ? <Refused failure={failure} onAgain={onAgain} /> : <Lost {...{ failure, onAgain }} />}
        </div>
      )}
    </FormMessage>
  );
}

type FailureProps = { failure: unknown; onAgain(): void };

/** Shown when the service refused the application: temporarily, or because of its content. */
function Refused({ failure, onAgain }: FailureProps) {
  if (waitSecondsOf(failure) === null) return <p>{refusalWords(failure)}</p>;
  return (
    <>
      <p>Your application was not sent yet. Everything you typed is kept in this tab.</p>
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
  return `Your application was not sent. ${toSentence(failure)}`;
}
