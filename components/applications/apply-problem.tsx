import type { FormField, ReturnedForm } from "@/lib/applications/form";
import { ApiError, isCertain, toSentence } from "@/lib/http/errors";
import { timeWords } from "@/lib/time-words";
import { Button } from "../ui/button";
import { Countdown, waitSecondsOf } from "../ui/countdown";
import { FormMessage } from "../ui/field";

/** What is wrong, at the top of a form that came back from the server. */
export function ReturnedProblem({ refusal, problems }: ReturnedProps) {
  const fields = Object.entries(problems);
  if (refusal === null && fields.length === 0) return null;
  return (
    <div className="grid gap-2 rounded-card border-2 border-danger bg-danger-back px-4 py-3" data-part="returned">
      <p className="font-semibold text-danger">{refusal ? reasonOf(refusal) : "Your application was not sent yet."}</p>
      <p>{refusal ? "Everything you typed is still here." : "Please look at this again:"}</p>
      {fields.length > 0 && (
        <ul className="list-disc ps-5">
          {fields.map(([field, problem]) => (
            <li key={field}>
              <a href={`#${IDS[field as FormField]}`}>{problem}</a>
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
  return "An earlier version of this application has arrived already. Send this one too if something is different.";
}

/** Why the application was not sent, and what happens now. */
export function SendingProblem({ failure, onAgain }: { failure: unknown; onAgain(): void }) {
  const isWaiting = waitSecondsOf(failure) !== null;
  const isLost = failure !== null && !isCertain(failure);
  return (
    <FormMessage kind="problem" role="alert">
      {isLost && (
        <>
          <p>
            We could not reach the shelter. Everything you typed is kept in this tab, and nothing arrives twice. It is
            sent again when your connection is back.
          </p>
          <Button look="quiet" className="justify-self-start" onClick={onAgain}>
            Try again now
          </Button>
        </>
      )}
      {isWaiting && <p>Your application was not sent yet. Everything you typed is kept in this tab.</p>}
      <Countdown refusal={failure} onDone={onAgain} />
      {failure !== null && !isLost && !isWaiting && <p>{refusalWords(failure)}</p>}
    </FormMessage>
  );
}

function refusalWords(failure: unknown): string {
  if (failure instanceof ApiError && failure.code === "conflict") return "This did not work. Please send it again.";
  return `Your application was not sent. ${toSentence(failure)}`;
}
