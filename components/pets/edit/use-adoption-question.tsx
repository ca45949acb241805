import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { fetchOpenApplications } from "@/lib/applications/calls";
import { inboxHref } from "@/lib/applications/inbox/inbox";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { useIsMailOn } from "../../mail/mail-on";
import { Link } from "../../ui/navigation/link";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { ApplicantNames } from "../applicant-names";

type OpenQuestion = {
  applications: readonly ApplicationSummary[];
  /** How many animals become adopted. */
  count: number;
  resolve(isConfirmed: boolean): void;
};

/**
 * The applications that an adoption declines. "cancelled": the animals are to stay as they are. "not known": the
 * applications could not be read, so nobody was asked.
 */
type AdoptionAnswer = readonly ApplicationSummary[] | "cancelled" | "not known";

/**
 * Asks before animals become adopted that people have applied for, because that declines the applications. If these
 * cannot be read, it does not ask, so that the change waits like any other until the service can be reached.
 *
 * `view` is what the page shows, such as its filters. Leaving it, or the page, answers all questions with no.
 */
export function useAdoptionQuestion(view = "") {
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const [isOpen, setOpen] = useState(false);
  const lastQuestion = useRef<Promise<unknown>>(Promise.resolve());
  const leaving = useLeaving(view, () => setOpen(false));
  const ask = useCallback(
    async (petIds: readonly bigint[]): Promise<AdoptionAnswer> => {
      const { signal } = leaving();
      const applications = await fetchOpenApplications(petIds).catch(() => null);
      if (signal.aborted) return "cancelled";
      if (applications === null) return "not known";
      if (applications.length === 0) return applications;
      const open = (resolve: OpenQuestion["resolve"]) => {
        if (signal.aborted) return resolve(false);
        signal.addEventListener("abort", () => resolve(false));
        setQuestion({ applications, count: petIds.length, resolve });
        setOpen(true);
      };
      // One question at a time.
      const isConfirmed = lastQuestion.current.then(() => new Promise<boolean>(open));
      lastQuestion.current = isConfirmed;
      return (await isConfirmed) ? applications : "cancelled";
    },
    [leaving],
  );
  const dialog = question && (
    <AdoptionQuestion
      question={question}
      isOpen={isOpen}
      onAnswer={(isConfirmed) => {
        setOpen(false);
        question.resolve(isConfirmed);
      }}
    />
  );
  return { ask, dialog };
}

/**
 * Returns a function that returns the controller of the current view. It is aborted when the view or the page is left.
 */
function useLeaving(view: string, onLeave: () => void): () => AbortController {
  const current = useRef(new AbortController());
  const leave = useEffectEvent(onLeave);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view ends the current one.
  useEffect(
    () => () => {
      current.current.abort();
      current.current = new AbortController();
      leave();
    },
    [view],
  );
  return useCallback(() => current.current, []);
}

/** Returns the URL of the only application, or of all for the animal. Approving one starts its adoption. */
function adopterHref([first, ...others]: OpenQuestion["applications"]): string {
  if (first && others.length === 0) return `/staff/applications/${first.id}`;
  return inboxHref({ petId: String(first?.petId) });
}

type Props = { question: OpenQuestion; isOpen: boolean; onAnswer(isConfirmed: boolean): void };

function AdoptionQuestion({ question: { applications, count }, isOpen, onAnswer }: Props) {
  const isMailOn = useIsMailOn();
  const one = applications.length === 1;
  const people = `${applications.length.toLocaleString("en")} ${one ? "person is" : "people are"} waiting`;
  const isForOne = count === 1;
  return (
    <ConfirmDialog
      open={isOpen}
      question={
        <>
          Mark {isForOne ? <bdi>{applications[0]?.petName}</bdi> : `${count.toLocaleString("en")} animals`} as adopted?
        </>
      }
      details={
        <>
          {people} for {isForOne ? "this animal" : "these animals"}. {one ? "Their application" : "Their applications"}{" "}
          will be declined
          {isMailOn && ", and they get an e-mail"}:{" "}
          <ApplicantNames applications={applications} note={({ petName }) => (isForOne ? null : petName)} />.
        </>
      }
      confirm="Mark as adopted"
      tone="primary"
      onAnswer={onAnswer}
    >
      {isForOne && (
        <p>
          If one of them adopts it, approve that application instead:{" "}
          <Link className="text-accent underline underline-offset-2" href={adopterHref(applications)}>
            Choose who adopts
          </Link>
        </p>
      )}
    </ConfirmDialog>
  );
}
