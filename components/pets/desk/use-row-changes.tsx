import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { isCertain, isSignedOut } from "@/lib/http/errors";
import { changeStatus, removePet, restorePet, undoLatest } from "@/lib/pets/desk/calls";
import { deskKeys } from "@/lib/pets/desk/queries";
import type { ListedPet, PetsPage } from "@/lib/pets/list/schema";
import { petKeys } from "@/lib/pets/queries";
import { DEFAULT_STATUS, type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { refetch } from "@/lib/refetch";
import { showToast, UNDO_MS } from "../../ui/show-toast";
import { NamedSentence } from "../named-sentence";
import { keepChanges, type RowChange, readKeptChanges } from "./row-change";

type Send = (change: RowChange) => void;

/**
 * Changes of animals in their rows. Each shows immediately and stays until it succeeds or the person discards it.
 * `ownVersions` collects the versions that they make, `savingCount` counts those under way. A change of a status
 * survives a reload.
 */
export function useRowChanges(person: string, ownVersions: RefObject<Set<string>>, savingCount: RefObject<number>) {
  const client = useQueryClient();
  const [open, setOpen] = useState<ReadonlyMap<bigint, RowChange>>(new Map());
  const put = useCallback((change: RowChange) => setOpen((now) => new Map(now).set(change.id, change)), []);
  const drop = useCallback((id: bigint) => setOpen((now) => new Map([...now].filter(([other]) => other !== id))), []);

  const send: Send = useCallback(
    async (change: RowChange) => {
      put({ ...change, state: "saving" });
      savingCount.current++;
      try {
        const theirs = await SENDERS[change.kind](change, { client, ownVersions: ownVersions.current }, send);
        if (theirs) put({ ...change, state: "theirs", theirs });
        else drop(change.id);
      } catch (error) {
        put({ ...change, state: "failed", error });
      } finally {
        savingCount.current--;
      }
    },
    [client, ownVersions, put, drop, savingCount],
  );

  const isResumed = useRef(false);
  useEffect(() => {
    if (isResumed.current) return keepChanges(person, open.values());
    isResumed.current = true;
    for (const change of readKeptChanges(person)) void send(change);
  }, [open, person, send]);

  /** Sends again what failed for this reason. */
  const resend = useCallback(
    (isReason: (error: unknown) => boolean) => {
      for (const change of open.values()) if (change.state === "failed" && isReason(change.error)) send(change);
    },
    [open, send],
  );
  useEffect(() => {
    const again = () => resend((error) => !isCertain(error));
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [resend]);

  const start = (pet: ListedPet, kind: "status" | "remove", to?: PetStatus) => {
    const { id, name, status: from = DEFAULT_STATUS, version = "" } = pet;
    if (open.get(id)?.state === "saving") return;
    if (kind === "status" && from === to) return drop(id);
    send({ kind, id, name, version, from, to: to ?? from, state: "saving" });
  };
  const needsSignIn = useMemo(() => [...open.values()].some(({ error }) => isSignedOut(error)), [open]);
  return { open, start, send, drop, needsSignIn, resume: () => resend(isSignedOut) };
}

type Context = { client: QueryClient; ownVersions: Set<string> };

/**
 * Sends a change and reports it in a toast. Returns the animal's present state if somebody else changed it first.
 * @throws ApiError
 */
type Sender = (change: RowChange, context: Context, send: Send) => Promise<ListedPet | null>;

const SENDERS: Record<RowChange["kind"], Sender> = { status: setStatus, undo: undoStatus, remove, restore };

async function setStatus(change: RowChange, context: Context, send: Send): Promise<ListedPet | null> {
  const { id, name, from, to } = change;
  const outcome = await changeStatus(change);
  if ("theirs" in outcome) {
    show(context, id, outcome.theirs);
    return outcome.theirs;
  }
  const { version } = outcome;
  show(context, id, { status: to, version });
  // The rest of the row is that of an earlier version.
  if (outcome.isMerged) void context.client.invalidateQueries({ queryKey: deskKeys.lists });
  showToast({
    text: <NamedSentence name={name} rest={`is now ${statusWord(to)}.`} />,
    ...undoBy(send, { ...change, kind: "undo", from: to, to: from, version }),
  });
  return null;
}

async function undoStatus({ id, name, to, version }: RowChange, context: Context): Promise<null> {
  show(context, id, { status: to, version: await undoLatest(id, version) });
  showToast({ text: <NamedSentence name={name} rest={`is ${statusWord(to)} again.`} /> });
  return null;
}

async function remove(change: RowChange, context: Context, send: Send): Promise<null> {
  await removePet(change.id, change.version);
  showToast({
    text: <NamedSentence name={change.name} rest="was removed." />,
    ...undoBy(send, { ...change, kind: "restore" }),
  });
  await refetch(context.client, petKeys.all);
  return null;
}

async function restore({ id, name }: RowChange, { client }: Context): Promise<null> {
  await restorePet(id);
  showToast({ text: <NamedSentence name={name} rest="is in the list again." /> });
  await refetch(client, petKeys.all);
  return null;
}

/** The button of a toast that makes the opposite change. */
const undoBy = (send: Send, opposite: RowChange) => ({
  action: { label: "Undo", onSelect: () => send(opposite) },
  shownMs: UNDO_MS,
});

/** Writes what is known of an animal into every list. */
function show({ client, ownVersions }: Context, id: bigint, values: Partial<ListedPet>): void {
  ownVersions.add(`${id}:${values.version}`);
  client.setQueriesData<PetsPage>({ queryKey: deskKeys.lists }, (page) =>
    page ? { ...page, pets: page.pets.map((pet) => (pet.id === id ? { ...pet, ...values } : pet)) } : page,
  );
  void client.invalidateQueries({ queryKey: [...petKeys.all, "counts"] });
  void client.invalidateQueries({ queryKey: [...petKeys.all, "edited", id.toString()] });
}

const statusWord = (status: PetStatus) => STATUS_LABELS[status].toLowerCase();
