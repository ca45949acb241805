import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { type Confirmed, confirmationIn } from "@/lib/adoptions/consequences";
import { isCertain, isSignedOut } from "@/lib/http/errors";
import type { ListedPet } from "@/lib/pets/list/schema";
import { DEFAULT_STATUS, type PetStatus } from "@/lib/pets/status";
import { useUndoOffer } from "../../audit/undo-offer";
import { useWhenOnline } from "../../ui/load-problem";
import { type RowAction, type RowChange, readSavedChanges, saveChanges, sendRowChange } from "./row-changes";

type Options = {
  person: string;
  savingCount: RefObject<number>;
  confirmed: Confirmed;
  openSheet(sheet: "adopter", petId: bigint): void;
};

/**
 * Each change is shown immediately. Status changes survive a reload and leaving the page, unless the person has yet to
 * be asked.
 */
export function useRowChanges({ person, savingCount, confirmed, openSheet }: Options) {
  const client = useQueryClient();
  const { push } = useRouter();
  const isLeft = useIsLeft();
  const offerUndo = useUndoOffer();
  const { unfinished, show, drop } = useUnfinished();

  const setStatus = ({ id, name, status: from = DEFAULT_STATUS, version = "" }: ListedPet, to: PetStatus) => {
    if (unfinished.get(id)?.state === "saving") return;
    if (from === to) return drop(id);
    void send({ kind: "status", id, name, version, from, to });
  };
  const remove = ({ id, name, version = "" }: ListedPet) => {
    if (unfinished.get(id)?.state !== "saving") void send({ kind: "remove", id, name, version });
  };

  // The toast that offers it stays on other pages.
  const openAdopter = (petId: bigint) =>
    isLeft.current ? push(`/staff/animals?adopter=${petId}`) : openSheet("adopter", petId);

  async function send(action: RowAction): Promise<void> {
    let sent = action;
    savingCount.current++;
    try {
      const collision = await confirmed(
        [action],
        async (confirm, consequences) => {
          if (sent.kind === "status") sent = { ...sent, confirm };
          show({ action: sent, state: "saving" });
          return sendRowChange(sent, { client, consequences, offerUndo, openAdopter }).catch((error) => {
            if (confirmationIn(error)) show({ action: sent, state: "saving", isAsked: true });
            throw error;
          });
        },
        action.kind === "status" ? action.confirm : undefined,
      );
      if (collision && collision !== "cancelled") show(collision);
      else drop(action.id);
    } catch (error) {
      show({ action: sent, state: "failed", error });
    } finally {
      savingCount.current--;
    }
  }
  useSavedChanges(person, unfinished, send);

  const failed = [...unfinished.values()].filter((change) => change.state === "failed");
  const resend = (isReason: (error: unknown) => boolean) => {
    for (const { action, error } of failed) if (isReason(error)) void send(action);
  };
  useWhenOnline(() => resend((error) => !isCertain(error)));
  const needsSignIn = failed.some(({ error }) => isSignedOut(error));
  return { unfinished, setStatus, remove, send, drop, needsSignIn, resume: () => resend(isSignedOut) };
}

export type RowChanges = ReturnType<typeof useRowChanges>;

function useUnfinished() {
  const [unfinished, setUnfinished] = useState<ReadonlyMap<bigint, RowChange>>(new Map());
  const show = (change: RowChange) => setUnfinished((before) => new Map(before).set(change.action.id, change));
  const drop = (id: bigint) => setUnfinished((before) => new Map([...before].filter(([other]) => other !== id)));
  return { unfinished, show, drop };
}

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

/** Sends unfinished changes again when the page is opened. */
function useSavedChanges(
  person: string,
  unfinished: ReadonlyMap<bigint, RowChange>,
  send: (action: RowAction) => void,
): void {
  const isResumed = useRef(false);
  const resume = useEffectEvent(() => {
    for (const action of readSavedChanges(person)) send(action);
  });
  useEffect(() => {
    if (isResumed.current) return saveChanges(person, unfinished.values());
    isResumed.current = true;
    resume();
  }, [person, unfinished]);
}
