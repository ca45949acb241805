import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import * as z from "zod/mini";
import { type Consequences, declinedWords } from "@/lib/adoptions/consequences";
import { isCertain, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import { Selected } from "@/lib/pets/bulk";
import { refetchPets, saveStatus, sendRemovePet } from "@/lib/pets/client";
import { DESK_PATH } from "@/lib/pets/desk/params";
import type { ListedPet } from "@/lib/pets/list/schema";
import { PET_STATUSES, type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { useUndoOffer } from "../../audit/undo-offer";
import { useCommand } from "../../audit/use-command";
import { useWhenOnline } from "../../ui/load-problem";
import { selectedOf } from "../bulk/use-selection";
import { showPetToast } from "../pet-messages";

/** `to` is null for a removal. After a collision, `status` is what somebody else has chosen. */
const RowAction = z.extend(Selected, { to: z.nullable(z.enum(PET_STATUSES)) });
type RowAction = z.infer<typeof RowAction>;

export type StoppedChange =
  | { action: RowAction; state: "failed"; error: unknown }
  | { action: RowAction & { to: PetStatus }; state: "collision" };
export type RowChange = { action: RowAction; state: "saving" } | StoppedChange;

/** Such a row shows the new value. */
export function isUnderWay(change: RowChange): boolean {
  if (change.state !== "failed") return change.state === "saving";
  return mayStillBeMade(change.error) || waitSecondsOf(change.error) !== null;
}

/** After a lost answer, or once the person has signed in again. */
const mayStillBeMade = (error: unknown) => !isCertain(error) || isSignedOut(error);

type Options = {
  person: string;
  /** Leaving it answers a question with no. */
  view: string;
  openSheet(sheet: "adopter", petId: bigint): void;
};

/** Each change is shown immediately. It survives a reload and leaving the page, unless the person has yet to be asked. */
export function useRowChanges({ person, view, openSheet }: Options) {
  const [unfinished, setUnfinished] = useState<ReadonlyMap<string, RowChange>>(new Map());
  const show = (id: string, change: RowChange | null) =>
    setUnfinished((before) => {
      const others = [...before].filter(([other]) => other !== id);
      return new Map(change ? [...others, [id, change]] : others);
    });
  const { readKept, keep, forget } = keptChanges(person);
  const sendAction = useSendAction(openSheet);
  const { sendAlso, dialog } = useCommand({
    view,
    reads: null,
    pets: (action: RowAction) => [action],
    send: async (action, confirm, consequences) => {
      keep(action);
      try {
        const collision = await sendAction(action, confirm, consequences);
        forget(action.id);
        return collision;
      } catch (error) {
        if (!mayStillBeMade(error)) forget(action.id);
        throw error;
      }
    },
  });

  async function send(action: RowAction): Promise<void> {
    show(action.id, { action, state: "saving" });
    try {
      const collision = await sendAlso(action);
      show(action.id, collision && { action: collision, state: "collision" });
    } catch (error) {
      show(action.id, { action, state: "failed", error });
    }
  }
  const drop = (id: string) => {
    forget(id);
    show(id, null);
  };
  /** Null removes it from the list. */
  const change = (pet: ListedPet, to: PetStatus | null) => {
    const action = { ...selectedOf(pet), to };
    if (unfinished.get(action.id)?.state === "saving") return;
    if (action.status === to) drop(action.id);
    else void send(action);
  };

  // What was not finished when the page was left.
  const resumeKept = useEffectEvent(() => {
    for (const action of Object.values(readKept())) void send(action);
  });
  useEffect(() => resumeKept(), []);
  const failed = [...unfinished.values()].filter((change) => change.state === "failed");
  const resend = (isReason: (error: unknown) => boolean) => {
    for (const { action, error } of failed) if (isReason(error)) void send(action);
  };
  useWhenOnline(() => resend((error) => !isCertain(error)));
  const needsSignIn = failed.some(({ error }) => isSignedOut(error));
  return { unfinished, change, send, drop, dialog, needsSignIn, resume: () => resend(isSignedOut) };
}

/** Sends a change and reports it. Returns what collides with somebody else's status. @throws ApiError */
function useSendAction(openSheet: Options["openSheet"]) {
  const client = useQueryClient();
  const { push } = useRouter();
  const offerUndo = useUndoOffer();
  // The toast that offers it stays on other pages.
  const openAdopter = (petId: bigint) =>
    location.pathname === DESK_PATH ? openSheet("adopter", petId) : push(`${DESK_PATH}?adopter=${petId}`);
  return async ({ to, ...selected }: RowAction, confirm?: string, consequences?: Consequences) => {
    const pet = { id: BigInt(selected.id), name: selected.name };
    const about = `pet-${pet.id}`;
    if (to === null) {
      const changeSets = await sendRemovePet(pet.id, selected.version);
      showPetToast(pet, "was removed.", offerUndo(changeSets, { about }));
      await refetchPets(client);
      return null;
    }
    const edit = { version: selected.version, before: { status: selected.status }, values: { status: to } };
    const { edit: now, answer } = await saveStatus(pet.id, edit, confirm);
    if (answer) {
      const news = `is now ${STATUS_LABELS[to].toLowerCase()}. ${declinedWords(consequences?.declines)}`;
      showPetToast(pet, news.trim(), {
        ...offerUndo(answer.changeSets, { about }),
        ...(to === "sold" && { otherAction: { label: "Record the adopter", onSelect: () => openAdopter(pet.id) } }),
      });
    }
    await refetchPets(client);
    return answer ? null : { ...selected, version: now.version, status: now.before.status, to };
  };
}

/** What may still be made, by its animal. Repeating a change that was already made changes nothing. */
const Kept = z.record(z.string(), RowAction);

function keptChanges(person: string) {
  const name = `pets.rows.${person}`;
  const readKept = () => readFromTab(name, Kept) ?? {};
  const forget = (id: string) => {
    const { [id]: _, ...others } = readKept();
    saveInTab(name, others);
  };
  return { readKept, forget, keep: (action: RowAction) => saveInTab(name, { ...readKept(), [action.id]: action }) };
}
