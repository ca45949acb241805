import { inboxHref } from "@/lib/applications/inbox/inbox";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { adoptionsHref } from "@/lib/orders/adoptions-url";
import type { OrderCompletion } from "@/lib/orders/schema";
import { nameInSentence } from "@/lib/values/excerpt";
import { useIsMailOn } from "../../mail/mail-on";
import { useHandOverQuestion } from "../../orders/hand-over-question";
import { Link } from "../../ui/navigation/link";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { ApplicantNames } from "../applicant-names";

/** An animal with an open adoption. The adopter is unknown if nobody has applied. */
export type OpenAdoption = {
  orderId: bigint;
  petId: bigint;
  petName: string;
  adopterName: string | undefined;
  /** When the hand-over is planned. */
  shipDate: string | null;
};

/** What is asked before animals become adopted. */
export type AskedAdoption = {
  /** The applications that it declines. */
  applications: readonly ApplicationSummary[];
  /** The animals that stay as they are, because their adoption is open. */
  staying: readonly OpenAdoption[];
  /** The animals that become adopted. */
  adopted: readonly { id: bigint; name: string }[];
  /** The adoption that is completed instead, for a single animal. */
  handOver: OpenAdoption | null;
};

/** Maximum number of unchanged animals listed. */
const MAX_NAMED = 5;

type Props = {
  asked: AskedAdoption;
  isOpen: boolean;
  /** `details` says when an animal was handed over, if that was before today. */
  onAnswer(isConfirmed: boolean, details?: OrderCompletion): void;
};

/** Asks before animals become adopted. */
export function AdoptionQuestion({ asked, ...dialog }: Props) {
  if (asked.handOver)
    return <HandOverQuestion key={String(asked.handOver.orderId)} adoption={asked.handOver} {...dialog} />;
  if (asked.adopted.length === 0) return <NothingLeft staying={asked.staying} {...dialog} />;
  return <DeclineQuestion asked={asked} {...dialog} />;
}

type HandOverProps = Omit<Props, "asked"> & { adoption: OpenAdoption };

/** Asks whether an animal has been handed over to the person whose adoption is open. */
function HandOverQuestion({ adoption, isOpen, onAnswer }: HandOverProps) {
  const { question, details } = useHandOverQuestion(adoption);
  return (
    <ConfirmDialog {...question} open={isOpen} onAnswer={(isConfirmed) => onAnswer(isConfirmed, details())}>
      {question.children}
      <p>
        If somebody else adopts it, cancel this adoption first:{" "}
        <Link className={link} href={adoptionsHref({ petId: String(adoption.petId) })}>
          Open the adoption
        </Link>
      </p>
    </ConfirmDialog>
  );
}

type NothingLeftProps = Omit<Props, "asked"> & { staying: readonly OpenAdoption[] };

/** Says that no selected animal can become adopted. */
function NothingLeft({ staying, isOpen, onAnswer }: NothingLeftProps) {
  return (
    <ConfirmDialog
      open={isOpen}
      question="Nothing to change"
      details={<Staying staying={staying} />}
      confirm="OK"
      tone="primary"
      onAnswer={() => onAnswer(false)}
    >
      <AdoptionsLink />
    </ConfirmDialog>
  );
}

function DeclineQuestion({ asked: { applications, staying, adopted }, isOpen, onAnswer }: Props) {
  const [only, ...others] = adopted;
  const isForOne = others.length === 0;
  return (
    <ConfirmDialog
      open={isOpen}
      question={
        <>Mark {isForOne ? <bdi>{only?.name}</bdi> : `${adopted.length.toLocaleString("en")} animals`} as adopted?</>
      }
      details={
        <>
          {applications.length > 0 && <Declined applications={applications} isForOne={isForOne} />}{" "}
          {staying.length > 0 && <Staying staying={staying} />}
        </>
      }
      confirm="Mark as adopted"
      tone="primary"
      onAnswer={onAnswer}
    >
      {isForOne && applications.length > 0 && (
        <p>
          If one of them adopts it, approve that application instead:{" "}
          <Link className={link} href={adopterHref(applications)}>
            Choose who adopts
          </Link>
        </p>
      )}
      {staying.length > 0 && <AdoptionsLink />}
    </ConfirmDialog>
  );
}

const link = "text-accent underline underline-offset-2";

function AdoptionsLink() {
  return (
    <p>
      <Link className={link} href={adoptionsHref({})}>
        Hand animals over under “Adoptions”
      </Link>
    </p>
  );
}

/** The applications that will be declined. */
function Declined({ applications, isForOne }: Pick<AskedAdoption, "applications"> & { isForOne: boolean }) {
  const isMailOn = useIsMailOn();
  const one = applications.length === 1;
  const people = `${applications.length.toLocaleString("en")} ${one ? "person is" : "people are"} waiting`;
  return (
    <>
      {people} for {isForOne ? "this animal" : "these animals"}. {one ? "Their application" : "Their applications"} will
      be declined
      {isMailOn && ", and they get an e-mail"}:{" "}
      <ApplicantNames applications={applications} note={({ petName }) => (isForOne ? null : petName)} />.
    </>
  );
}

/** The animals that stay as they are: "2 have an open adoption and stay unchanged: Luna (Chris Doyle), Bella." */
function Staying({ staying }: { staying: readonly OpenAdoption[] }) {
  const more = staying.length - MAX_NAMED;
  return (
    <>
      {staying.length.toLocaleString("en")}{" "}
      {staying.length === 1 ? "has an open adoption and stays unchanged" : "have an open adoption and stay unchanged"}:{" "}
      {staying.slice(0, MAX_NAMED).map(({ orderId, petName, adopterName }, index) => (
        <span key={orderId}>
          {index > 0 && ", "}
          <b>
            <bdi>{nameInSentence(petName)}</bdi>
          </b>
          {adopterName !== undefined && (
            <>
              {" "}
              (<bdi>{nameInSentence(adopterName)}</bdi>)
            </>
          )}
        </span>
      ))}
      {more > 0 && ` and ${more.toLocaleString("en")} more`}.
    </>
  );
}

/** Returns the URL of the only application, or of all for the animal. Approving one starts its adoption. */
function adopterHref([first, ...others]: AskedAdoption["applications"]): string {
  if (first && others.length === 0) return `/staff/applications/${first.id}`;
  return inboxHref({ petId: String(first?.petId) });
}
