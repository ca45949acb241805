import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { type Confirmed, type Consequences, confirmationIn, declinedWords } from "@/lib/adoptions/consequences";
import { isCertain, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import { refetchPets, sendRemovePet } from "@/lib/pets/client";
import { DESK_PATH } from "@/lib/pets/desk/params";
import { saveStatus } from "@/lib/pets/edit/save";
import type { ListedPet } from "@/lib/pets/list/schema";
import { DEFAULT_STATUS, PET_STATUSES, type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { useUndoOffer } from "../../audit/undo-offer";
import { useWhenOnline } from "../../ui/load-problem";
import { showPetToast } from "../pet-messages";

type Named = { id: bigint; name: string; version: string };
type SetStatus = Named & { kind: "status"; from: PetStatus; to: PetStatus };
type RowAction = SetStatus | (Named & { kind: "remove" });

/** `isAsked`: while the person is asked. */
export type RowChange = { action: RowAction; state: "saving"; isAsked?: boolean } | StoppedChange;

/** After a collision, `from` is what somebody else has chosen. */
export type StoppedChange =
  | { action: RowAction; state: "failed"; error: unknown }
  | { action: SetStatus; state: "collision" };

/** Such a row shows the new value. */
export function isUnderWay(change: RowChange): boolean {
  if (change.state !== "failed") return change.state === "saving";
  return mayStillBeMade(change.error) || waitSecondsOf(change.error) !== null;
}

/** After a lost answer, or once the person has signed in again. */
const mayStillBeMade = (error: unknown) => !isCertain(error) || isSignedOut(error);

type Options = {
  person: string;
  confirmed: Confirmed;
  openSheet(sheet: "adopter", petId: bigint): void;
};

/**
 * Each change is shown immediately. Status changes survive a reload and leaving the page, unless the person has yet to
 * be asked.
 */
export function useRowChanges({ person, confirmed, openSheet }: Options) {
  const { unfinished, show, drop } = useUnfinished(person);
  const sendAction = useSendAction(openSheet);

  const setStatus = ({ id, name, status: from = DEFAULT_STATUS, version = "" }: ListedPet, to: PetStatus) => {
    if (unfinished.get(id)?.state === "saving") return;
    if (from === to) return drop(id);
    void send({ kind: "status", id, name, version, from, to });
  };
  const remove = ({ id, name, version = "" }: ListedPet) => {
    if (unfinished.get(id)?.state !== "saving") void send({ kind: "remove", id, name, version });
  };

  async function send(action: RowAction): Promise<void> {
    try {
      const collision = await confirmed([action], (confirm, consequences) => {
        show({ action, state: "saving" });
        return sendAction(action, confirm, consequences).catch((error) => {
          if (confirmationIn(error)) show({ action, state: "saving", isAsked: true });
          throw error;
        });
      });
      if (collision && collision !== "cancelled") show({ action: collision, state: "collision" });
      else drop(action.id);
    } catch (error) {
      show({ action, state: "failed", error });
    }
  }
  // What was not finished when the page was left.
  const resumeSaved = useEffectEvent(() => {
    for (const action of readSavedChanges(person)) void send(action);
  });
  useEffect(() => resumeSaved(), []);

  const failed = [...unfinished.values()].filter((change) => change.state === "failed");
  const resend = (isReason: (error: unknown) => boolean) => {
    for (const { action, error } of failed) if (isReason(error)) void send(action);
  };
  useWhenOnline(() => resend((error) => !isCertain(error)));
  const needsSignIn = failed.some(({ error }) => isSignedOut(error));
  return { unfinished, setStatus, remove, send, drop, needsSignIn, resume: () => resend(isSignedOut) };
}

export type RowChanges = ReturnType<typeof useRowChanges>;

/** Sends a change and reports it. Returns what collides with somebody else's status. @throws ApiError */
function useSendAction(openSheet: Options["openSheet"]) {
  const client = useQueryClient();
  const { push } = useRouter();
  const offerUndo = useUndoOffer();
  // The toast that offers it stays on other pages.
  const openAdopter = (petId: bigint) =>
    location.pathname === DESK_PATH ? openSheet("adopter", petId) : push(`${DESK_PATH}?adopter=${petId}`);
  return async (action: RowAction, confirm?: string, consequences?: Consequences): Promise<SetStatus | null> => {
    const about = `pet-${action.id}`;
    if (action.kind === "remove") {
      const changeSets = await sendRemovePet(action.id, action.version);
      showPetToast(action, "was removed.", offerUndo(changeSets, { about }));
      await refetchPets(client);
      return null;
    }
    const { id, version, from, to } = action;
    const edit = { version, before: { status: from }, values: { status: to } };
    const { edit: now, answer } = await saveStatus(id, edit, confirm);
    if (answer) {
      const news = `is now ${STATUS_LABELS[to].toLowerCase()}. ${declinedWords(consequences?.declines)}`;
      showPetToast(action, news.trim(), {
        ...offerUndo(answer.changeSets, { about }),
        ...(to === "sold" && { otherAction: { label: "Record the adopter", onSelect: () => openAdopter(id) } }),
      });
    }
    await refetchPets(client);
    return answer ? null : { ...action, version: now.version, from: now.before.status };
  };
}

function useUnfinished(person: string) {
  const [unfinished, setUnfinished] = useState<ReadonlyMap<bigint, RowChange>>(new Map());
  const latest = useRef(unfinished);
  const set = (id: bigint, change: RowChange | null) => {
    const next = new Map(latest.current);
    if (change) next.set(id, change);
    else next.delete(id);
    latest.current = next;
    setUnfinished(next);
    saveChanges(person, [...next.values()]);
  };
  return {
    unfinished,
    show: (change: RowChange) => set(change.action.id, change),
    drop: (id: bigint) => set(id, null),
  };
}

const SavedChanges = z.array(
  z.object({
    kind: z.literal("status"),
    id: z.string(),
    name: z.string(),
    version: z.string(),
    from: z.enum(PET_STATUSES),
    to: z.enum(PET_STATUSES),
  }),
);

const changesName = (person: string) => `pets.rows.${person}`;

/** Repeating a change that was already made changes nothing. */
const readSavedChanges = (person: string): SetStatus[] =>
  (readFromTab(changesName(person), SavedChanges) ?? []).map((saved) => ({ ...saved, id: BigInt(saved.id) }));

/** Leaves out what the person is being asked about: a reload cancels that, and so does leaving the page. */
function saveChanges(person: string, unfinished: readonly RowChange[]): void {
  const saved = unfinished
    .filter((change) => (change.state === "failed" ? mayStillBeMade(change.error) : !("isAsked" in change)))
    .filter(({ action, state }) => action.kind === "status" && state !== "collision")
    .map(({ action }) => ({ ...action, id: action.id.toString() }));
  saveInTab(changesName(person), saved.length > 0 ? saved : null);
}
