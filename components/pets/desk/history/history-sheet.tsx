"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { fetchOrders } from "@/lib/orders/calls";
import type { ListedOrder } from "@/lib/orders/schema";
import { fetchHistory } from "@/lib/pets/changes/calls";
import { fieldWords, groupHistory, groupWords, type HistoryGroup } from "@/lib/pets/changes/history-groups";
import { fetchEditedPet } from "@/lib/pets/edit/calls";
import type { Photo } from "@/lib/pets/photos/schema";
import { petKeys } from "@/lib/pets/queries";
import { whyNot } from "@/lib/pets/refusal-words";
import { nameInSentence } from "@/lib/values/excerpt";
import { ActorName } from "../../../people/actor-name";
import { When } from "../../../ui/display/time";
import { Loaded } from "../../../ui/loading/loaded";
import { Loading, Skeleton } from "../../../ui/loading/loading";
import { Link } from "../../../ui/navigation/link";
import { Sheet, SheetBody } from "../../../ui/overlays/sheet";
import { cx } from "../../../ui/style/cx";
import { closeOtherToasts } from "../../../ui/toasts/close-toasts";
import { OpenAdoptionLink } from "../../open-adoption-link";
import { ReturnReason } from "../../return-reason";
import { HistoryChanges } from "./history-changes";
import { HistoryUndo, WhyNotUndone } from "./history-undo";
import { type UndoProblem, useHistoryActions } from "./use-history-actions";

/** Maximum number of entries. */
const MAX_ENTRIES = 100;

/** What was done to an animal, by whom and when. A change can be undone until the same thing is changed again. */
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
  useEffect(() => closeOtherToasts(`pet-${petId}`), [petId]);
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

/** Why the animal came back from earlier adoptions. */
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
  /** The photos that the animal has. */
  photos: readonly Photo[];
  undo: ReactNode;
  children: ReactNode;
};

/** A group of the history, with what can be done about it at the end of its line. */
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

/** Why a change was not undone, or not all of it. */
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
