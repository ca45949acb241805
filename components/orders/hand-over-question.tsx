import { useQuery } from "@tanstack/react-query";
import { openApplicationsQuery } from "@/lib/applications/queries";
import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { plannedLaterWords } from "@/lib/orders/hand-over";
import type { OrderCompletion } from "@/lib/orders/schema";
import { nameInSentence } from "@/lib/values/excerpt";
import { useIsMailOn } from "../mail/mail-on";
import { ApplicantNames } from "../pets/applicant-names";
import type { Question } from "../ui/overlays/confirm-dialog";
import { StepDay, useStepDay } from "./step-day";

type Asked = {
  petId: bigint;
  petName: string;
  /** Unknown for an adoption without an application. */
  adopterName: string | undefined;
  /** When it was planned, if that is known. */
  shipDate: string | null;
};

/** Returns what is asked before an open adoption is completed, and a function that returns what is sent. */
export function useHandOverQuestion({ petId, petName, adopterName, shipDate }: Asked): {
  question: Question;
  details(): OrderCompletion;
} {
  const day = useStepDay();
  const name = <bdi>{nameInSentence(petName)}</bdi>;
  const question: Question = {
    question:
      adopterName === undefined ? (
        <>Has {name} been handed over?</>
      ) : (
        <>
          Has {name} been handed to <bdi>{nameInSentence(adopterName)}</bdi>?
        </>
      ),
    details: <Consequences petId={petId} shipDate={shipDate} />,
    confirm: "Handed over",
    tone: "primary",
    mayConfirm: day.check,
    children: <StepDay label="Handed over on" day={day} />,
  };
  return { question, details: day.fields };
}

/** What completing an adoption does, and what it means for the other applicants. */
function Consequences({ petId, shipDate }: Pick<Asked, "petId" | "shipDate">) {
  const isMailOn = useIsMailOn();
  const { data: open } = useQuery(openApplicationsQuery(petId));
  const one = open?.length === 1;
  const mail = isMailOn ? `, and ${one ? "gets" : "get"} an e-mail` : "";
  return (
    <>
      {plannedLaterWords(shipDate, new Date())} This completes the adoption.{" "}
      {open === undefined && "Other open applications for this animal are declined. "}
      {open !== undefined && open.length > 0 && (
        <>
          <ApplicantNames applications={open} note={({ status }) => STAFF_STATUS_LABELS[status]} /> will be declined
          {mail}.{" "}
        </>
      )}
      If the animal comes back, you can record that later.
    </>
  );
}
