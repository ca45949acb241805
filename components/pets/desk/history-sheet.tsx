"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { fetchOrders } from "@/lib/orders/calls";
import type { ListedOrder } from "@/lib/orders/schema";
import { categoryName } from "@/lib/pets/categories";
import { fetchHistory } from "@/lib/pets/changes/calls";
import type { HistoryEntry, PetAction } from "@/lib/pets/changes/history-schema";
import { whyNot } from "@/lib/pets/desk/refusal-words";
import { type EditedPet, fetchEditedPet } from "@/lib/pets/edit/calls";
import { setBackTo } from "@/lib/pets/edit/set-back";
import { EDIT_LABELS } from "@/lib/pets/edit/words";
import { petKeys } from "@/lib/pets/queries";
import { isPetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { ActorName } from "../../people/actor-name";
import { Button } from "../../ui/button";
import { Loaded } from "../../ui/loaded";
import { Loading, Skeleton } from "../../ui/loading";
import { Sheet, SheetBody } from "../../ui/sheet";
import { Ago } from "../../ui/time";
import { OpenAdoptionLink } from "../open-adoption-link";
import { ReturnReason } from "../return-reason";
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
  const { busy, problem } = actions;
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
                    problem={problem?.id === entry.id ? <Problem petId={petId} error={problem.error} /> : null}
                  >
                    {canBeUndone(entry, entries.slice(0, index), present !== null) ? (
                      <Button
                        look="quiet"
                        className="justify-self-start"
                        busy={busy}
                        onClick={() => actions.undo(entry)}
                      >
                        Undo
                      </Button>
                    ) : (
                      <SetBackButton entry={entry} present={present} actions={actions} />
                    )}
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

type SetBackProps = {
  entry: HistoryEntry;
  present: EditedPet | null;
  actions: Pick<ReturnType<typeof useHistoryActions>, "setBackTo" | "busy">;
};

/** Gives the animal the values of an entry again that was followed by others; nothing where that is not possible. */
function SetBackButton({ entry, present, actions }: SetBackProps) {
  const to = present && setBackTo(entry, present);
  if (!to) return null;
  return (
    <Button
      look="quiet"
      className="justify-self-start"
      busy={actions.busy}
      onClick={() => actions.setBackTo(entry, to)}
    >
      Set back to this
    </Button>
  );
}

type ItemProps = {
  entry: HistoryEntry;
  /** Why it was not undone. */
  problem: ReactNode;
  children: ReactNode;
};

/** An entry of the history, with what can be done about it. */
function HistoryItem({ entry, problem, children }: ItemProps) {
  return (
    <li className="grid gap-1 border-line py-3 not-first:border-t">
      <p>
        <b>
          <ActorName actor={entry.actor} />
        </b>{" "}
        {actionWords(entry.action)} <Ago iso={entry.at} />
      </p>
      <Changes entry={entry} />
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

/**
 * Whether an entry can be undone, given the newer ones. A removed animal allows only its removal to be undone; one that
 * is present, every change of fields that were not changed again.
 */
function canBeUndone({ action, changes }: HistoryEntry, newer: readonly HistoryEntry[], isPresent: boolean): boolean {
  if (!isPresent) return action === "removed" && newer.length === 0;
  const fields = Object.keys(changes);
  return fields.length > 0 && !newer.some((other) => fields.some((field) => field in other.changes));
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

const FIELDS: Readonly<Record<string, string>> = {
  ...EDIT_LABELS,
  categoryId: EDIT_LABELS.kind,
  bornOn: "Born",
  goodWith: "Gets along with",
  photos: "Photos",
};

/** The changed fields, each with its earlier and its new value. */
function Changes({ entry: { changes } }: { entry: HistoryEntry }) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
      {fields.map(([field, { from, to }]) => (
        <div key={field} className="contents">
          <dt className="text-soft">{FIELDS[field] ?? field}</dt>
          <dd className="wrap-anywhere">
            {field === "story" ? (
              <bdi>{beginning(to)}</bdi>
            ) : isLong(field) ? (
              "changed"
            ) : (
              <>
                <s className="text-soft">
                  <bdi>{words(field, from)}</bdi>
                </s>{" "}
                → <bdi>{words(field, to)}</bdi>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isLong = (field: string) => field === "photos" || field === "goodWith";

/** How many characters of a story are shown. */
const MAX_BEGINNING = 80;

function beginning(story: unknown): string {
  if (typeof story !== "string" || story === "") return "removed";
  const characters = [...story];
  return characters.length > MAX_BEGINNING ? `${characters.slice(0, MAX_BEGINNING).join("").trimEnd()}…` : story;
}

function words(field: string, value: unknown): string {
  if (value === null || value === undefined) return "not known";
  if (field === "status" && isPetStatus(value)) return STATUS_LABELS[value];
  if (field === "categoryId" && (typeof value === "bigint" || typeof value === "number"))
    return categoryName(BigInt(value));
  return String(value).replaceAll("_", " ");
}
