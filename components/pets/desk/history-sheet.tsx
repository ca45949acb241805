"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { undo } from "@/lib/audit/client";
import { fetchOrders } from "@/lib/orders/client";
import type { ListedOrder } from "@/lib/orders/schema";
import { canBeUndone, type HistoryEntry } from "@/lib/pets/changes/history-schema";
import { changeWords } from "@/lib/pets/changes/history-words";
import { type EditedPet, fetchEditedPet, fetchHistory, petKeys, whyNot } from "@/lib/pets/client";
import { type SetBack, setBack, setBackTo } from "@/lib/pets/edit/save";
import type { Photo } from "@/lib/pets/photos/schema";
import { nameInSentence } from "@/lib/values/words";
import { useUndoOffer } from "../../audit/undo-offer";
import { useCommand } from "../../audit/use-command";
import { ActorName } from "../../people/actor-name";
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

type Props = {
  entry: HistoryEntry;
  newer: readonly HistoryEntry[];
  current: EditedPet | null;
  actions: Pick<ReturnType<typeof useHistoryActions>, "undo" | "setBackTo" | "isBusy">;
};

/** Undoes an entry, or sets the animal back to its values if other changes followed. */
function HistoryUndo({ entry, newer, current, actions }: Props) {
  if (canBeUndone(entry, newer, current !== null))
    return (
      <Button look="quiet" className="shrink-0" busy={actions.isBusy} onClick={() => actions.undo(entry)}>
        Undo
      </Button>
    );
  const to = current && setBackTo(entry, current);
  return to ? (
    <Button look="quiet" className="shrink-0" busy={actions.isBusy} onClick={() => actions.setBackTo(entry.id, to)}>
      Set back to this
    </Button>
  ) : null;
}

function WhyNotUndone({ entry, newer, current }: Omit<Props, "actions">) {
  if (!current || !("photos" in entry.changes) || canBeUndone(entry, newer, true)) return null;
  return <p className="text-sm text-soft">The photos have changed again since then, so this cannot be undone.</p>;
}

type UndoProblem = { id: bigint; error: unknown };

type Step = { id: bigint; take(): Promise<void> };

function useHistoryActions(petId: bigint, current: EditedPet | null | undefined) {
  const offerUndo = useUndoOffer();
  const { run, isPending, error, sent } = useCommand({ send: ({ take }: Step) => take() });
  const undoEntry = ({ id }: HistoryEntry) => {
    const take = async () => {
      await undo(String(id));
      showToast({ text: "Undone.", about: `pet-${petId}` });
    };
    void run({ id, take });
  };
  const startSetBack = (id: bigint, to: SetBack) => {
    const take = async () => {
      if (!current) return;
      const { changeSets } = await setBack(current, to);
      showPetToast(current.pet, "was set back.", offerUndo(changeSets, { about: `pet-${petId}` }));
    };
    void run({ id, take });
  };
  const problem: UndoProblem | null = sent && error ? { id: sent.id, error } : null;
  return { undo: undoEntry, setBackTo: startSetBack, isBusy: isPending, problem };
}

const MAX_ENTRIES = 100;

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
  const actions = useHistoryActions(petId, query.data?.current);
  const { problem } = actions;
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
                  const undoable = { entry, newer: entries.slice(0, index), current };
                  return (
                    <HistoryItem
                      key={entry.id.toString()}
                      entry={entry}
                      photos={current?.profile.photos ?? []}
                      undo={<HistoryUndo {...undoable} actions={actions} />}
                    >
                      <WhyNotUndone {...undoable} />
                      {problem?.id === entry.id && <Problem petId={petId} problem={problem} />}
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

function Returns({ returns }: { returns: readonly ListedOrder[] }) {
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
  undo: ReactNode;
  children: ReactNode;
};

function HistoryItem({ entry, photos, undo, children }: ItemProps) {
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
        {undo}
      </div>
      <HistoryChanges entry={entry} photos={photos} />
      {children}
    </li>
  );
}

function Problem({ petId, problem: { error } }: { petId: bigint; problem: UndoProblem }) {
  return (
    <>
      <p role="alert" className="text-danger">
        {whyNot(error)}
      </p>
      <OpenAdoptionLink petId={petId} error={error} />
    </>
  );
}
