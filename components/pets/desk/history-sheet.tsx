"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { fetchOrders } from "@/lib/orders/client";
import type { ListedOrder } from "@/lib/orders/schema";
import {
  fieldWords,
  groupHistory,
  groupWords,
  type HistoryGroup,
  photosChanged,
} from "@/lib/pets/changes/history-groups";
import { canBeUndone, type FieldChanges, type HistoryEntry } from "@/lib/pets/changes/history-schema";
import {
  type EditedPet,
  fetchEditedPet,
  fetchHistory,
  petKeys,
  sendArrangePhotos,
  sendUndoChange,
  usePetsChanged,
  whyNot,
} from "@/lib/pets/client";
import { type SetBack, setBack, setBackTo, undoVersions } from "@/lib/pets/edit/save";
import type { Photo } from "@/lib/pets/photos/schema";
import { nameInSentence } from "@/lib/values/words";
import { ActorName } from "../../people/actor-name";
import { Button } from "../../ui/button";
import { Link } from "../../ui/link";
import { Loaded } from "../../ui/load-problem";
import { Loading, Skeleton } from "../../ui/loading";
import { Sheet, SheetBody } from "../../ui/sheet";
import { cx } from "../../ui/style";
import { When } from "../../ui/text";
import { showToast } from "../../ui/toast";
import { undoAction } from "../../ui/undo-action";
import { OpenAdoptionLink, ReturnReason, showPetToast } from "../pet-messages";
import { HistoryChanges } from "./history-changes";

type Props = {
  group: HistoryGroup;
  newer: readonly HistoryGroup[];
  current: EditedPet | null;
  actions: Pick<ReturnType<typeof useHistoryActions>, "undo" | "setBackTo" | "isBusy">;
};

/** Undoes a group, or sets the animal back to its values if other changes followed. */
function HistoryUndo({ group, newer, current, actions }: Props) {
  if (canBeUndone(group, newer, current !== null))
    return (
      <Button look="quiet" className="shrink-0" busy={actions.isBusy} onClick={() => actions.undo(group)}>
        Undo
      </Button>
    );
  if (group.parts.length > 1) return null;
  return <SetBackButton entry={group} current={current} actions={actions} label="Set back to this" />;
}

type SetBackProps = Pick<Props, "current" | "actions"> & { entry: HistoryEntry; label: string };

function SetBackButton({ entry, current, actions: { setBackTo: startSetBack, isBusy }, label }: SetBackProps) {
  const to = current && setBackTo(entry, current);
  return to ? (
    <Button look="quiet" className="shrink-0" busy={isBusy} onClick={() => startSetBack(entry.id, to)}>
      {label}
    </Button>
  ) : null;
}

/** If one save made the group, its entries may still be undone one by one. */
function WhyNotUndone({ group, newer, current, actions }: Props) {
  const { action, changes, parts } = group;
  if (!current || canBeUndone(group, newer, true)) return null;
  if (parts.length === 1 || action === "photo.added")
    return "photos" in changes ? (
      <p className="text-sm text-soft">The photos have changed again since then, so this cannot be undone.</p>
    ) : null;
  const again = Object.entries(changes).filter(([field]) => newer.some((other) => field in other.changes));
  return (
    <>
      <p className="text-sm text-soft">
        This cannot be undone in one step, because of later changes: {fieldWords(Object.fromEntries(again))}.
      </p>
      <p className="flex flex-wrap gap-2">
        {parts.map((part) =>
          canBeUndone(part, newer, true) ? (
            <Button
              key={part.id.toString()}
              look="quiet"
              busy={actions.isBusy}
              onClick={() => actions.undo({ ...part, parts: [part] })}
            >
              Undo {fieldWords(part.changes)}
            </Button>
          ) : (
            <SetBackButton
              key={part.id.toString()}
              entry={part}
              current={current}
              actions={actions}
              label={`Set back ${fieldWords(part.changes)}`}
            />
          ),
        )}
      </p>
    </>
  );
}

/** `undone`: what was undone before it failed. */
type UndoProblem = { id: bigint; error: unknown; undone?: FieldChanges | undefined };

function useHistoryActions(petId: bigint, current: EditedPet | null | undefined) {
  const petsChanged = usePetsChanged();
  const [problem, setProblem] = useState<UndoProblem | null>(null);
  const [isBusy, setBusy] = useState(false);

  const attempt = async (id: bigint, change: (onPart: (undone: FieldChanges) => void) => Promise<void>) => {
    if (isBusy) return;
    let undone: FieldChanges | undefined;
    setBusy(true);
    setProblem(null);
    try {
      await change((changes) => {
        undone = { ...undone, ...changes };
      });
    } catch (error) {
      setProblem({ id, error, undone });
    } finally {
      setBusy(false);
      await petsChanged();
    }
  };

  const undo = (group: HistoryGroup) =>
    attempt(group.id, async (onPart) => {
      await undoGroup(petId, group, current?.version, onPart);
      showToast({ text: "Undone.", about: `pet-${petId}` });
    });

  const setBackTo = (id: bigint, to: SetBack) =>
    attempt(id, async () => {
      if (!current) return;
      const { pet } = current;
      const made = [await setBack(current, to)];
      const takeBack = () => undoVersions(petId, made).finally(() => void petsChanged());
      showPetToast(pet, "was set back.", undoAction(takeBack, { about: `pet-${petId}`, reasonOf: whyNot }));
    });

  return { undo, setBackTo, isBusy: isBusy, problem };
}

/**
 * Undoes the entries of a group, newest first.
 * @throws ApiError, after `onPart` was called for those that are undone
 */
async function undoGroup(
  petId: bigint,
  { action, changes, parts }: HistoryGroup,
  version: string | undefined,
  onPart: (undone: FieldChanges) => void,
): Promise<void> {
  const photos = photosChanged(changes);
  if (action === "photo.added" && parts.length > 1 && photos && version) {
    // Undone one by one, each would be a newer change of the photos, after which the earlier ones cannot be undone.
    await sendArrangePhotos(petId, version, photos.before);
    return;
  }
  let current = version;
  for (const part of parts) {
    current = await sendUndoChange(petId, part.id, current);
    onPart(part.changes);
  }
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
      return { groups: groupHistory(entries), current, returns };
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
          {({ groups, current, returns }) => (
            <>
              <Returns returns={returns} />
              <ol className="grid" aria-label="Changes">
                {groups.map((group, index) => (
                  <HistoryItem
                    key={group.id.toString()}
                    group={group}
                    photos={current?.profile.photos ?? []}
                    undo={
                      <HistoryUndo group={group} newer={groups.slice(0, index)} current={current} actions={actions} />
                    }
                  >
                    <WhyNotUndone group={group} newer={groups.slice(0, index)} current={current} actions={actions} />
                    {problem?.id === group.id && <Problem petId={petId} problem={problem} />}
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
  group: HistoryGroup;
  photos: readonly Photo[];
  undo: ReactNode;
  children: ReactNode;
};

function HistoryItem({ group, photos, undo, children }: ItemProps) {
  return (
    <li className="grid gap-1 border-line py-3 not-first:border-t">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <b className={cx("inline-block", group.actor.name === null && "first-letter:uppercase")}>
            <ActorName actor={group.actor} />
          </b>{" "}
          {groupWords(group)}
          {group.application && (
            <>
              {" "}
              (
              <Link
                className="underline underline-offset-2 hover:text-accent-hover"
                href={`/staff/applications/${group.application.id}`}
              >
                <bdi>{nameInSentence(group.application.name)}</bdi>
              </Link>
              )
            </>
          )}
          <span className="block text-sm text-soft">
            <When iso={group.at} />
          </span>
        </p>
        {undo}
      </div>
      <HistoryChanges entry={group} photos={photos} />
      {children}
    </li>
  );
}

function Problem({ petId, problem: { error, undone } }: { petId: bigint; problem: UndoProblem }) {
  return (
    <>
      <p role="alert" className="text-danger">
        {undone && `Only this was undone: ${fieldWords(undone)}. `}
        {whyNot(error)}
      </p>
      <OpenAdoptionLink petId={petId} error={error} />
    </>
  );
}
