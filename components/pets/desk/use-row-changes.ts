import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { isCertain, isSignedOut } from "@/lib/http/errors";
import type { ListedPet } from "@/lib/pets/list/schema";
import { whyNot } from "@/lib/pets/refusal-words";
import { DEFAULT_STATUS, type PetStatus } from "@/lib/pets/status";
import { isReloaded } from "../../ui/hooks/use-forget-on-leave";
import { useWhenOnline } from "../../ui/hooks/use-when-online";
import { NOT_KNOWN, type useAdoptionQuestion } from "../edit/use-adoption-question";
import { showPetToast } from "../show-pet-toast";
import { forgetUnasked, type RowChange, readSavedChanges, saveChanges } from "./row-change";
import { offerSavedUndo, sendRowChange } from "./send-row-change";

type Options = {
  person: string;
  /** Collects the versions that the changes make. */
  ownVersions: RefObject<Set<string>>;
  /** Counts the changes in progress. */
  savingCount: RefObject<number>;
  /** Asks before applications are declined. */
  ask: ReturnType<typeof useAdoptionQuestion>["ask"];
};

/**
 * Changes of animals in their rows. Each is shown immediately, and stays until it succeeds or the person discards it. A
 * change of a status and its undo survive a reload. They also survive leaving the page, unless the person has yet to be
 * asked.
 */
export function useRowChanges({ person, ...options }: Options) {
  const { unfinished, setChange, drop } = useUnfinished();
  const send = useSend({ person, setChange, drop, ...options });
  useSavedChanges(person, unfinished, send);

  const resend = (isReason: (error: unknown) => boolean) => {
    for (const change of unfinished.values()) if (change.state === "failed" && isReason(change.error)) send(change);
  };
  useWhenOnline(() => resend((error) => !isCertain(error)));

  const start = (pet: ListedPet, kind: "status" | "remove", to?: PetStatus) => {
    const { id, name, status: from = DEFAULT_STATUS, version = "" } = pet;
    if (unfinished.get(id)?.state === "saving") return;
    if (kind === "status" && from === to) return drop(id);
    const mustAsk = to === "sold" && from !== "sold";
    send({ kind, id, name, version, from, to: to ?? from, mustAsk, state: "saving" });
  };
  const needsSignIn = [...unfinished.values()].some(({ error }) => isSignedOut(error));
  return { unfinished, start, send, drop, needsSignIn, resume: () => resend(isSignedOut) };
}

/** The changes that are in progress or have failed, one for each animal. */
function useUnfinished() {
  const [unfinished, setUnfinished] = useState<ReadonlyMap<bigint, RowChange>>(new Map());
  const setChange = useCallback(
    (change: RowChange) => setUnfinished((before) => new Map(before).set(change.id, change)),
    [],
  );
  const drop = useCallback(
    (id: bigint) => setUnfinished((before) => new Map([...before].filter(([other]) => other !== id))),
    [],
  );
  return { unfinished, setChange, drop };
}

type SendOptions = Pick<ReturnType<typeof useUnfinished>, "setChange" | "drop"> & Options;

/** Makes the function that sends a change, asking first if necessary. Its row shows the progress. */
function useSend({ person, setChange, drop, ownVersions, savingCount, ask }: SendOptions): (change: RowChange) => void {
  const client = useQueryClient();
  const { push } = useRouter();
  const isLeft = useIsLeft();
  return useCallback(
    async function send(wanted: RowChange): Promise<void> {
      setChange({ ...wanted, state: "saving" });
      const declined = wanted.mustAsk ? await ask([wanted.id]) : NOT_KNOWN;
      if (declined === null) return drop(wanted.id);
      const change = declined === NOT_KNOWN ? wanted : { ...wanted, mustAsk: false, declined };
      setChange({ ...change, state: "saving" });
      savingCount.current++;
      try {
        const context = { person, client, ownVersions: ownVersions.current, send, open: push };
        const theirs = await sendRowChange(change, context);
        if (theirs) setChange({ ...change, state: "collision", theirs });
        else drop(change.id);
      } catch (error) {
        setChange({ ...change, state: "failed", error });
        // The toast with "Undo" stays on other pages, but the row with its message is gone.
        if (isLeft.current && isUndo(change)) showPetToast(change, `is not as it was before. ${whyNot(error)}`);
      } finally {
        savingCount.current--;
      }
    },
    [person, client, push, setChange, drop, ownVersions, savingCount, ask, isLeft],
  );
}

const isUndo = ({ kind }: RowChange) => kind === "undo" || kind === "record" || kind === "restore";

/** Whether the page with the rows has been left. */
function useIsLeft(): RefObject<boolean> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}

/**
 * Saves unfinished changes in this tab. When the page is opened again, sends them again and offers the last undo again.
 * A change that needs an answer first survives only a reload.
 */
function useSavedChanges(
  person: string,
  unfinished: ReadonlyMap<bigint, RowChange>,
  send: (change: RowChange) => void,
): void {
  const isResumed = useRef(false);
  useEffect(() => {
    if (!isReloaded()) forgetUnasked(person);
    return () => forgetUnasked(person);
  }, [person]);
  useEffect(() => {
    if (isResumed.current) return saveChanges(person, unfinished.values());
    isResumed.current = true;
    for (const change of readSavedChanges(person)) send(change);
    offerSavedUndo({ person, send });
  }, [person, unfinished, send]);
}
