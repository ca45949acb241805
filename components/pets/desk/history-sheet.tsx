"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { fetchOrders } from "@/lib/orders/calls";
import type { ListedOrder } from "@/lib/orders/schema";
import { fetchHistory } from "@/lib/pets/changes/calls";
import type { HistoryEntry, PetAction } from "@/lib/pets/changes/history-schema";
import { canBeUndone } from "@/lib/pets/changes/undoable";
import { whyNot } from "@/lib/pets/desk/refusal-words";
import { type EditedPet, fetchEditedPet } from "@/lib/pets/edit/calls";
import { setBackTo } from "@/lib/pets/edit/set-back";
import type { Photo } from "@/lib/pets/photos/schema";
import { petKeys } from "@/lib/pets/queries";
import { ActorName } from "../../people/actor-name";
import { Button } from "../../ui/button";
import { Loaded } from "../../ui/loaded";
import { Loading, Skeleton } from "../../ui/loading";
import { Sheet, SheetBody } from "../../ui/sheet";
import { Ago } from "../../ui/time";
import { OpenAdoptionLink } from "../open-adoption-link";
import { ReturnReason } from "../return-reason";
import { HistoryChanges } from "./history-changes";
import { useHistoryActions } from "./use-history-actions";

/** Maximum number of entries. */
const MAX_ENTRIES = 100;

/** What was done to an animal, by whom and when. What was not changed again since can be undone. */
export function HistorySheet({ petId, onClose }: { petId: bigint; onClose(): void }) {
  const query = useQuery({
    queryKey: petKeys.history(petId),
    queryFn: async ({ signal }) => {
      const [entries, present, { orders: returns }] = await Promise.all([
        fetchHistory(petId, MAX_ENTRIES, signal),
        fetchEditedPet(petId, signal),
        fetchOrders({ status: "returned", petId: String(petId) }, signal),
      ]);
      return { entries, present, returns };
    },
  });
  const actions = useHistoryActions(petId, query.data?.present);
  const { problem } = actions;
  const pet = query.data?.present?.pet;
  const title = pet ? (
    <>
      History of <bdi>{pet.name}</bdi>
    </>
  ) : (
    "History"
  );
  const loading = (
    <Loading>
      <Skeleton className="h-60" />
    </Loading>
  );
  return (
    <Sheet open side onClose={onClose} title={title}>
      <SheetBody>
        <Loaded what="The history" query={query} loading={loading}>
          {({ entries, present, returns }) => (
            <>
              <Returns returns={returns} />
              <ol className="grid" aria-label="Changes">
                {entries.map((entry, index) => (
                  <HistoryItem
                    key={entry.id.toString()}
                    entry={entry}
                    photos={present?.profile.photos ?? []}
                    problem={problem?.id === entry.id ? <Problem petId={petId} error={problem.error} /> : null}
                  >
                    <EntryButton entry={entry} newer={entries.slice(0, index)} present={present} actions={actions} />
                  </HistoryItem>
                ))}
              </ol>
            </>
          )}
        </Loaded>
      </SheetBody>
    </Sheet>
  );
}

/** Why the animal came back from earlier adoptions. */
function Returns({ returns }: { returns: readonly ListedOrder[] }) {
  const explained = returns.filter(({ returnReason }) => returnReason !== null);
  if (explained.length === 0) return null;
  return (
    <ul className="grid gap-3 pb-3" aria-label="Why it came back">
      {explained.map(({ id, returnReason, dates }) => (
        <li key={id.toString()} className="grid gap-1">
          <p className="font-semibold">Came back {dates?.changedAt && <Ago iso={dates.changedAt} />}</p>
          <ReturnReason reason={returnReason} />
        </li>
      ))}
    </ul>
  );
}

type ButtonProps = {
  entry: HistoryEntry;
  /** The entries after it. */
  newer: readonly HistoryEntry[];
  present: EditedPet | null;
  actions: Pick<ReturnType<typeof useHistoryActions>, "undo" | "setBackTo" | "busy">;
};

/** Undoes an entry, or gives the animal its values again if others followed. Nothing where neither is possible. */
function EntryButton({ entry, newer, present, actions: { undo, setBackTo: startSetBack, busy } }: ButtonProps) {
  const attributes = { look: "quiet", className: "justify-self-start", busy } as const;
  if (canBeUndone(entry, newer, present !== null))
    return (
      <Button {...attributes} onClick={() => undo(entry)}>
        Undo
      </Button>
    );
  const to = present && setBackTo(entry, present);
  if (to)
    return (
      <Button {...attributes} onClick={() => startSetBack(entry, to)}>
        Set back to this
      </Button>
    );
  return "photos" in entry.changes && present ? (
    <p className="text-sm text-soft">The photos were changed again since, so this cannot be undone.</p>
  ) : null;
}

type ItemProps = {
  entry: HistoryEntry;
  /** The photos that the animal has. */
  photos: readonly Photo[];
  /** Why it was not undone. */
  problem: ReactNode;
  children: ReactNode;
};

/** An entry of the history, with what can be done about it. */
function HistoryItem({ entry, photos, problem, children }: ItemProps) {
  return (
    <li className="grid gap-1 border-line py-3 not-first:border-t">
      <p>
        <b>
          <ActorName actor={entry.actor} />
        </b>{" "}
        {actionWords(entry.action)} <Ago iso={entry.at} />
      </p>
      <HistoryChanges entry={entry} photos={photos} />
      {children}
      {problem}
    </li>
  );
}

/** Why a change was not undone. */
function Problem({ petId, error }: { petId: bigint; error: unknown }) {
  return (
    <>
      <p role="alert" className="text-danger">
        {whyNot(error)}
      </p>
      <OpenAdoptionLink petId={petId} error={error} />
    </>
  );
}

const ACTIONS: Readonly<Record<PetAction, string>> = {
  created: "added this animal",
  changed: "changed it",
  removed: "removed it",
  restored: "restored it",
  undone: "undid a change",
  "profile.changed": "changed the profile",
  "photo.added": "added a photo",
  "photo.removed": "removed a photo",
  "photos.changed": "arranged the photos",
  "order.placed": "started an adoption",
  "order.completed": "completed the adoption",
  "order.cancelled": "cancelled the adoption",
  "order.returned": "took it back",
  "order.undone": "undid a step of the adoption",
};
const WORDS: Readonly<Record<string, string>> = ACTIONS;
// A newer version of the service may have recorded other actions.
const actionWords = (action: string) => WORDS[action] ?? ACTIONS.changed;
