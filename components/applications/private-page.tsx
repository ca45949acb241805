import type { ReactNode } from "react";
import { applicantWords, upcomingSteps } from "@/lib/applications/applicant-words";
import type { PrivateApplication, SentTexts as Texts } from "@/lib/applications/private-store";
import { sentNoun } from "@/lib/applications/sent-words";
import type { Shelter } from "@/lib/shelter/schema";
import { dateWords } from "@/lib/values/time-words";
import { nameInSentence } from "@/lib/values/words";
import { CategoryPicture } from "../pets/pet-display";
import { ReachLine } from "../shelter/reach-line";
import { ButtonLink, buttonClass } from "../ui/button";
import { Notice, noticePicture, stackedActions } from "../ui/panel";
import { cx } from "../ui/style";

type Props = Pick<PrivateApplication, "steps"> & { isQuestion: boolean };

/** The course of an application: what has happened, oldest first, and what comes next. */
export function StatusSteps({ steps, isQuestion }: Props) {
  const current = steps.at(-1);
  const upcoming = current ? upcomingSteps(isQuestion, current.status) : [];
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

const LABELS = [
  ["name", "Name"],
  ["email", "E-mail"],
  ["telephone", "Telephone"],
  ["home", "Home"],
  ["otherPets", "Other pets"],
  ["message", "Message"],
] as const satisfies readonly [keyof Texts, string][];

export function SentTexts({ sent, isOpen }: { sent: Texts; isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary className="font-semibold">What you sent us</summary>
      <dl className="grid gap-3 pt-2 pb-3">
        {LABELS.map(
          ([field, label]) =>
            sent[field] !== null && (
              <div key={field}>
                <dt className="text-sm text-soft">{label}</dt>
                <dd className="wrap-anywhere whitespace-pre-line" dir="auto">
                  {sent[field]}
                </dd>
              </div>
            ),
        )}
      </dl>
    </details>
  );
}

type WithdrawProps = { action: string; petName: string; isQuestion: boolean };

/** Works without JavaScript. A button, because mail programs follow links. */
export function Withdraw({ action, petName, isQuestion }: WithdrawProps) {
  return (
    <details>
      <summary className="font-semibold">{isQuestion ? "Take my question back" : "Withdraw my application"}</summary>
      <form method="post" action={action} className="grid gap-3 pt-2 pb-3">
        <p>
          {isQuestion ? (
            "Do you no longer need an answer? You can ask again at any time."
          ) : (
            <>
              Do you no longer want to adopt <bdi>{nameInSentence(petName)}</bdi>? You cannot undo this, but you can
              apply again.
            </>
          )}
        </p>
        <div className={stackedActions}>
          <button type="submit" className={buttonClass("danger")}>
            {isQuestion ? "Yes, take it back" : "Yes, withdraw it"}
          </button>
          <a className={buttonClass("quiet")} href={action}>
            No, keep it
          </a>
        </div>
      </form>
    </details>
  );
}

/** Shown for a wrong link, and after an application was deleted. The service cannot tell the two apart. */
export function NoApplication({ shelter }: { shelter: Shelter }) {
  return (
    <>
      <Notice picture={<CategoryPicture className={noticePicture} categoryId={2n} petId={13n} />}>
        <h1>There is nothing at this link</h1>
        <p>
          Perhaps a part of the link is missing: copy all of it from your mail or your notes. Or what you sent us was
          deleted. We delete applications and questions some time after they have ended, and at once when you ask us to.
        </p>
        <ButtonLink href="/">See available animals</ButtonLink>
      </Notice>
      <ReachLine shelter={shelter} lead="To ask us, please" />
    </>
  );
}
