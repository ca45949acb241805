import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { fetchAdopters, fetchOpenApplications } from "@/lib/applications/calls";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { ListTooLong } from "@/lib/http/calls";
import { fetchOpenOrders } from "@/lib/orders/calls";
import { useCompleteOrder } from "@/lib/orders/queries";
import type { OrderCompletion } from "@/lib/orders/schema";
import { whyNot } from "@/lib/pets/refusal-words";
import { useIsMailOn } from "../../mail/mail-on";
import { showStepToast } from "../../orders/step-toast";
import { showToast } from "../../ui/toasts/show-toast";
import { showPetToast } from "../show-pet-toast";
import { AdoptionQuestion, type AskedAdoption, type OpenAdoption } from "./adoption-question";

type AskedPet = { id: bigint; name: string };
/** What a confirmed hand-over says about its day, or false. */
type Confirmed = OrderCompletion | false;
type OpenQuestion = AskedAdoption & { resolve(confirmed: Confirmed): void };

/**
 * The applications that an adoption declines, and the animals that stay as they are, because their adoption is open.
 * "cancelled": all stay as they are. "handed over": the open adoption of the only animal was completed instead. "not
 * known": the applications could not be read, so nobody was asked.
 */
type AdoptionAnswer =
  | { declined: readonly ApplicationSummary[]; staying: readonly bigint[] }
  | "cancelled"
  | "handed over"
  | "not known";

const TOO_MANY =
  "Nothing was changed: more applications and adoptions are open than can be checked. Change one animal at a time.";

/**
 * Asks before animals become adopted that people have applied for, because that declines the applications, or whose
 * adoption is open, because such an animal is handed over instead. If these cannot be read, it does not ask, so that
 * the change waits like any other until the service can be reached. If there are too many, it says so, and nothing
 * changes.
 *
 * `view` is what the page shows, such as its filters. Leaving it, or the page, answers all questions with no.
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

/** What `useAdoptionQuestion` returns. */
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

/** Returns a function that completes an open adoption, reports it, and returns whether that worked. */
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
    const done = { orderId, petName, action: "complete", declined, reopened: [], isMailOn } as const;
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
