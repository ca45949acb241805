import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { fetchAdopters, fetchOpenApplications } from "@/lib/applications/client";
import { inboxHref } from "@/lib/applications/inbox";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { ListTooLong } from "@/lib/http/client";
import { adoptionsHref, fetchOpenOrders, useCompleteOrder } from "@/lib/orders/client";
import type { OrderCompletion } from "@/lib/orders/schema";
import { whyNot } from "@/lib/pets/client";
import { nameInSentence } from "@/lib/values/words";
import { showStepToast } from "../orders/adoption-steps";
import { useHandOverQuestion } from "../orders/step-questions";
import { useIsMailOn } from "../people/signed-in";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Link } from "../ui/link";
import { showToast } from "../ui/toast";
import { ApplicantNames, showPetToast } from "./pet-messages";

/** An animal with an open adoption. The adopter is unknown if nobody has applied. */
type OpenAdoption = {
  orderId: bigint;
  petId: bigint;
  petName: string;
  adopterName: string | undefined;
  shipDate: string | null;
};

type AskedAdoption = {
  applications: readonly ApplicationSummary[];
  /** The animals that stay as they are, because their adoption is open. */
  staying: readonly OpenAdoption[];
  adopted: readonly { id: bigint; name: string }[];
  /** The adoption that is completed instead, for a single animal. */
  handOver: OpenAdoption | null;
};

const MAX_NAMED = 5;

type Props = {
  asked: AskedAdoption;
  isOpen: boolean;
  /** `details` says when an animal was handed over, if that was before today. */
  onAnswer(isConfirmed: boolean, details?: OrderCompletion): void;
};

function AdoptionQuestion({ asked, ...dialog }: Props) {
  if (asked.handOver)
    return <HandOverQuestion key={String(asked.handOver.orderId)} adoption={asked.handOver} {...dialog} />;
  if (asked.adopted.length === 0) return <NothingLeft staying={asked.staying} {...dialog} />;
  return <DeclineQuestion asked={asked} {...dialog} />;
}

type HandOverProps = Omit<Props, "asked"> & { adoption: OpenAdoption };

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

type AskedPet = { id: bigint; name: string };
/** What a confirmed hand-over says about its day, or false. */
type Confirmed = OrderCompletion | false;
type OpenQuestion = AskedAdoption & { resolve(confirmed: Confirmed): void };

/** "handed over": the open adoption of the only animal was completed instead. "not known": nobody was asked. */
type AdoptionAnswer =
  | { declined: readonly ApplicationSummary[]; staying: readonly bigint[] }
  | "cancelled"
  | "handed over"
  | "not known";

const TOO_MANY =
  "Nothing was changed: more applications and adoptions are open than can be checked. Change one animal at a time.";

/**
 * An adoption declines applications, and an open one is handed over instead. If these cannot be read, it does not ask,
 * so that the change waits like any other. Leaving `view` (such as filters) answers with no.
 */
export function useAdoptionQuestion(view = "") {
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const [isOpen, setOpen] = useState(false);
  const lastQuestion = useRef<Promise<unknown>>(Promise.resolve());
  const signalOfView = useViewSignal(view, () => setOpen(false));
  const complete = useCompletion();
  const ask = useCallback(
    async (pets: readonly AskedPet[]): Promise<AdoptionAnswer> => {
      const signal = signalOfView();
      const asked = await fetchAsked(pets).catch((error) => (error instanceof ListTooLong ? error : null));
      if (signal.aborted) return "cancelled";
      if (asked instanceof ListTooLong) {
        showToast({ text: TOO_MANY });
        return "cancelled";
      }
      if (asked === null) return "not known";
      const { applications, staying, handOver } = asked;
      const answer = { declined: applications, staying: staying.map(({ petId }) => petId) };
      if (applications.length + staying.length === 0 && !handOver) return answer;
      const open = (resolve: OpenQuestion["resolve"]) => {
        if (signal.aborted) return resolve(false);
        signal.addEventListener("abort", () => resolve(false));
        setQuestion({ ...asked, resolve });
        setOpen(true);
      };
      // One question at a time.
      const answered = lastQuestion.current.then(() => new Promise<Confirmed>(open));
      lastQuestion.current = answered;
      const confirmed = await answered;
      if (confirmed === false) return "cancelled";
      if (handOver) return (await complete(handOver, confirmed, applications)) ? "handed over" : "cancelled";
      return answer;
    },
    [signalOfView, complete],
  );
  const dialog = question && (
    <AdoptionQuestion
      asked={question}
      isOpen={isOpen}
      onAnswer={(isConfirmed, details = {}) => {
        setOpen(false);
        question.resolve(isConfirmed && details);
      }}
    />
  );
  return { ask, dialog };
}

export type AdoptionQuestions = ReturnType<typeof useAdoptionQuestion>;

/** Reads what is asked before these animals become adopted. @throws ApiError */
async function fetchAsked(pets: readonly AskedPet[]): Promise<AskedAdoption> {
  const ids = pets.map(({ id }) => id);
  const [found, adoptions] = await Promise.all([fetchOpenApplications(ids), fetchOpenAdoptions(pets)]);
  const isStaying = (id: bigint) => adoptions.some(({ petId }) => petId === id);
  const [only] = adoptions;
  if (pets.length === 1 && only) return { applications: found, staying: [], adopted: pets, handOver: only };
  return {
    applications: found.filter(({ petId }) => !isStaying(petId)),
    staying: adoptions,
    adopted: pets.filter(({ id }) => !isStaying(id)),
    handOver: null,
  };
}

/** Reads the open adoptions of these animals, with their adopters. @throws ApiError */
async function fetchOpenAdoptions(pets: readonly AskedPet[]): Promise<OpenAdoption[]> {
  const orders = await fetchOpenOrders(pets.map(({ id }) => id));
  // The names of more would not be shown.
  const ids = orders.slice(0, MAX_ADOPTERS).map(({ id }) => id);
  const adopters = ids.length === 0 ? [] : await fetchAdopters(ids.join());
  return orders.map(({ id, petId, shipDate }) => ({
    orderId: id,
    petId,
    petName: pets.find((pet) => pet.id === petId)?.name ?? "",
    adopterName: adopters.find(({ orderId }) => orderId === id)?.name,
    shipDate,
  }));
}

const MAX_ADOPTERS = 20;

function useCompletion() {
  const { handOver, undo } = useCompleteOrder();
  const isMailOn = useIsMailOn();
  return async (adoption: OpenAdoption, details: OrderCompletion, declined: readonly ApplicationSummary[]) => {
    const { orderId, petId, petName } = adoption;
    try {
      await handOver(orderId, details);
    } catch (error) {
      showPetToast({ id: petId, name: petName }, `was not handed over. ${whyNot(error)}`);
      return false;
    }
    const done = { orderId, petName, action: "complete", declined, isMailOn } as const;
    showStepToast({ ...done, undo: () => undo(orderId) });
    return true;
  };
}

/** Returns a function that returns the signal of the current view. It is aborted when the view or the page is left. */
function useViewSignal(view: string, onLeave: () => void): () => AbortSignal {
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
  return useCallback(() => current.current.signal, []);
}
