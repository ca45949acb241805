import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { DESK_PARSERS, type DeskParams } from "@/lib/pets/desk/params";
import { deskKeys, deskPageQuery, deskPollQuery, versionsKey } from "@/lib/pets/desk/queries";
import type { ListedPet } from "@/lib/pets/list/schema";
import { petKeys } from "@/lib/pets/queries";
import { refetch } from "@/lib/refetch";
import { useProgress } from "../../ui/navigation/progress-bar";

/** How long a row that somebody else has changed stays highlighted, in milliseconds. */
const MARK_MS = 4_000;

/**
 * The page of animals that the URL names. It is kept up to date, and rows that others have changed are highlighted.
 */
export function useDesk(isSaving: () => boolean) {
  const [params, setParams] = useQueryStates(DESK_PARSERS, { history: "push" });
  const query = useQuery(deskPageQuery(params));
  const isSettled = !query.isPlaceholderData || query.error !== null;
  useProgress(!isSettled || query.isPending);
  useReloadWhenOutdated(params, query.isPlaceholderData ? undefined : query.data?.pets, query.dataUpdatedAt, isSaving);
  const { changed, ownVersions } = useChangedByOthers(
    query.data?.pets,
    query.isPlaceholderData,
    JSON.stringify(params),
  );
  /** Applies another filter or sort order, starting on its first page. */
  const filter = (next: Partial<Omit<DeskParams, "cursor">>, options?: { history: "replace" }) =>
    void setParams({ ...next, cursor: "" }, options);
  return {
    params,
    query,
    isSettled,
    filter,
    changed,
    ownVersions,
    setCursor: (cursor: string, options?: { history: "replace" }) => void setParams({ cursor }, options),
  };
}

/** What `useDesk` returns. */
export type PetsDesk = ReturnType<typeof useDesk>;

/** Polls the versions of the page, and reloads it when they differ. */
function useReloadWhenOutdated(
  params: DeskParams,
  pets: ListedPet[] | undefined,
  readAt: number,
  isSaving: () => boolean,
) {
  const client = useQueryClient();
  const poll = useQuery({ ...deskPollQuery(params), enabled: pets !== undefined });
  useEffect(() => {
    if (!poll.data || !pets || poll.dataUpdatedAt < readAt || isSaving()) return;
    if (versionsKey(poll.data.pets) === versionsKey(pets)) return;
    void refetch(client, deskKeys.lists);
    void refetch(client, petKeys.counts);
  }, [client, poll.data, poll.dataUpdatedAt, pets, readAt, isSaving]);
}

/**
 * The animals of the page that others have changed recently. `ownVersions` holds the versions that this tab has made.
 */
function useChangedByOthers(pets: ListedPet[] | undefined, isOld: boolean, page: string) {
  const lastShown = useRef<{ page: string; versions: Map<bigint, string | undefined> } | null>(null);
  const ownVersions = useRef(new Set<string>());
  const [changed, setChanged] = useState<ReadonlySet<bigint>>(new Set());
  useEffect(() => {
    if (!pets || isOld) return;
    const before = lastShown.current;
    lastShown.current = { page, versions: new Map(pets.map(({ id, version }) => [id, version])) };
    if (before?.page !== page) return;
    const isNew = ({ id, version }: ListedPet) =>
      before.versions.get(id) !== version && !ownVersions.current.has(`${id}:${version}`);
    const found = pets.filter(isNew).map(({ id }) => id);
    if (found.length > 0) setChanged(new Set(found));
  }, [pets, isOld, page]);
  useEffect(() => {
    if (changed.size === 0) return;
    const timer = setTimeout(() => setChanged(new Set()), MARK_MS);
    return () => clearTimeout(timer);
  }, [changed]);
  return { changed, ownVersions };
}
