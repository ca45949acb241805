"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { undo } from "@/lib/audit/client";
import { encodeJson } from "@/lib/http/json";
import { fetchOrders } from "@/lib/orders/client";
import type { Order } from "@/lib/orders/schema";
import { canBeUndone, type HistoryEntry } from "@/lib/pets/changes/history-schema";
import { changeWords } from "@/lib/pets/changes/history-words";
import { type EditedPet, fetchEditedPet, fetchHistory, petKeys } from "@/lib/pets/client";
import { type SetBack, setBack, setBackTo } from "@/lib/pets/edit/save";
import type { Photo } from "@/lib/pets/photos/schema";
import { mapValues } from "@/lib/values/objects";
import { nameInSentence } from "@/lib/values/words";
import { useUndoOffer } from "../../audit/undo-offer";
import { useCommand } from "../../audit/use-command";
import { ActorName } from "../../people/actor-name";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/button";
import { Link } from "../../ui/link";
import { Loaded } from "../../ui/load-problem";
import { Loading, Skeleton } from "../../ui/loading";
import { Sheet, SheetBody } from "../../ui/sheet";
import { cx } from "../../ui/style";
import { When } from "../../ui/time";
import { showToast } from "../../ui/toast";
import { OpenAdoptionLink, ReturnReason, showPetToast } from "../pet-messages";
import { HistoryChanges } from "./history-changes";

/** Undoes an entry, or sets the animal back to its values if other changes followed. */
function useHistoryActions(petId: bigint, current: EditedPet | null | undefined) {
  const offerUndo = useUndoOffer();
  const about = `pet-${petId}`;
  const { run, isPending, problem, sent } = useCommand({
    send: async ({ id, to }: { id: bigint; to: SetBack | null }) => {
      if (!to || !current) {
        await undo(String(id));
        return showToast({ text: "Undone.", about });
      }
      const { changeSets } = await setBack(current, to);
      showPetToast(current.pet, "was set back.", offerUndo(changeSets, { about }));
    },
  });
  const actionOf = (entry: HistoryEntry, newer: readonly HistoryEntry[]) => {
    const isUndoable = canBeUndone(entry, newer, Boolean(current));
    // Undoing a newer change may give back the same values, and is enough then.
    const isOffered = newer.some(
      (one, at) => canBeUndone(one, newer.slice(0, at), true) && valuesOf(one, "from") === valuesOf(entry, "to"),
    );
    const to = isUndoable || isOffered || !current ? null : setBackTo(entry, current);
    if (!isUndoable && !to) return null;
    return (
      <Button look="quiet" className="shrink-0" busy={isPending} onClick={() => void run({ id: entry.id, to })}>
        {to ? "Set back to this" : "Undo"}
      </Button>
    );
  };
  return { actionOf, problemOf: ({ id }: HistoryEntry) => (sent?.id === id ? problem : null) };
}

const valuesOf = ({ changes }: HistoryEntry, side: "from" | "to") => encodeJson(mapValues(changes, (one) => one[side]));

const MAX_ENTRIES = 100;
const IN_DOUBT = "We do not know whether it was undone. Try again: nothing happens twice.";

/** A change can be undone until the same thing is changed again. */
export function HistorySheet({ petId, onClose }: { petId: bigint; onClose(): void }) {
  const query = useQuery({
    queryKey: petKeys.history(petId),
    queryFn: async ({ signal }) => {
      const [entries, current, { orders: returns }] = await Promise.all([
        fetchHistory(petId, MAX_ENTRIES, signal),
        fetchEditedPet(petId, signal),
        fetchOrders({ status: "returned", petId: String(petId) }, signal),
      ]);
      return { entries, current, returns };
    },
  });
  const { actionOf, problemOf } = useHistoryActions(petId, query.data?.current);
  const pet = query.data?.current?.pet;
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
          {({ entries, current, returns }) => (
            <>
              <Returns returns={returns} />
              <ol className="grid" aria-label="Changes">
                {entries.map((entry, index) => {
                  const problem = problemOf(entry);
                  return (
                    <HistoryItem
                      key={entry.id.toString()}
                      entry={entry}
                      photos={current?.profile.photos ?? []}
                      action={actionOf(entry, entries.slice(0, index))}
                    >
                      {problem && <RequestProblem {...problem} notDone="Nothing was undone." inDoubt={IN_DOUBT} />}
                      <OpenAdoptionLink petId={petId} error={problem?.error} />
                    </HistoryItem>
                  );
                })}
              </ol>
            </>
          )}
        </Loaded>
      </SheetBody>
    </Sheet>
  );
}

function Returns({ returns }: { returns: readonly Order[] }) {
  const explained = returns.filter(({ returnReason }) => returnReason !== null);
  if (explained.length === 0) return null;
  return (
    <ul className="grid gap-3 pb-3" aria-label="Why it came back">
      {explained.map(({ id, returnReason, dates }) => (
        <li key={id.toString()} className="grid gap-1">
          <p className="font-semibold">Came back {dates?.changedAt && <When iso={dates.changedAt} />}</p>
          <ReturnReason reason={returnReason} />
        </li>
      ))}
    </ul>
  );
}

type ItemProps = {
  entry: HistoryEntry;
  photos: readonly Photo[];
  action: ReactNode;
  children: ReactNode;
};

function HistoryItem({ entry, photos, action, children }: ItemProps) {
  return (
    <li className="grid gap-1 border-line py-3 not-first:border-t">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <b className={cx("inline-block", entry.actor.name === null && "first-letter:uppercase")}>
            <ActorName actor={entry.actor} />
          </b>{" "}
          {changeWords(entry)}
          {entry.application && (
            <>
              {" "}
              (
              <Link
                className="underline underline-offset-2 hover:text-accent-hover"
                href={`/staff/applications/${entry.application.id}`}
              >
                <bdi>{nameInSentence(entry.application.name)}</bdi>
              </Link>
              )
            </>
          )}
          <span className="block text-sm text-soft">
            <When iso={entry.at} />
          </span>
        </p>
        {action}
      </div>
      <HistoryChanges entry={entry} photos={photos} />
      {children}
    </li>
  );
}
