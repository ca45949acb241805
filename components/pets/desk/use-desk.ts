import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { createContext, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { applicationCountsQuery } from "@/lib/applications/counts";
import { refetch } from "@/lib/http/query-client";
import { petKeys } from "@/lib/pets/client";
import {
  type DeskParams,
  deskHref,
  filterHref,
  filterOf,
  isByAge,
  readDeskParams,
  readDeskSheet,
  sheetHref,
} from "@/lib/pets/desk/params";
import { deskKeys, deskPageQuery, deskPollQuery, latestQuery, versionsKey } from "@/lib/pets/desk/queries";
import { draftedPets } from "@/lib/pets/edit/drafts";
import type { ListedPet } from "@/lib/pets/list/schema";
import { usePersonId } from "../../people/signed-in";
import { useHydrated } from "../../ui/browser";
import { goTo } from "../../ui/list-links";
import { useProgress } from "../../ui/progress-bar";
import { useBulk } from "../bulk/use-bulk";
import { useSelection } from "../bulk/use-selection";
import { useExport } from "../import/export";
import { useMatchCount } from "./use-match-count";
import { useRowChanges } from "./use-row-changes";
import { useRowKeys } from "./use-row-keys";

/** The page of the list, kept up to date. */
function usePetsPage() {
  const search = useSearchParams();
  const params = useMemo(() => readDeskParams(search), [search]);
  const query = useQuery(deskPageQuery(params));
  const isSettled = !query.isPlaceholderData || query.error !== null;
  useProgress(!isSettled || query.isPending);
  useReloadWhenOutdated(params, query.isPlaceholderData ? undefined : query.data?.pets, query.dataUpdatedAt);
  /** Applies another filter or sort order, starting on its first page. */
  const filter = (next: Partial<Omit<DeskParams, "cursor">>, history?: "replaceState") =>
    goTo(filterHref(next), history);
  return { params, query, isSettled, filter };
}

/** Polls the versions of the page, and reloads it when they differ. */
function useReloadWhenOutdated(params: DeskParams, pets: ListedPet[] | undefined, readAt: number) {
  const client = useQueryClient();
  const poll = useQuery({ ...deskPollQuery(params), enabled: pets !== undefined });
  useEffect(() => {
    if (!poll.data || !pets || poll.dataUpdatedAt < readAt) return;
    if (versionsKey(poll.data.pets) === versionsKey(pets)) return;
    void refetch(client, deskKeys.lists);
    void refetch(client, petKeys.counts);
  }, [client, poll.data, poll.dataUpdatedAt, pets, readAt]);
}

/** Except the one in the open sheet. */
function useDrafts(person: string, edited: bigint | null): ReadonlySet<bigint> {
  const [drafts, setDrafts] = useState<ReadonlySet<bigint>>(new Set());
  // In an effect, because the server-rendered HTML cannot contain them, and because the sheet saves its draft first.
  useEffect(() => setDrafts(new Set(draftedPets(person).filter((id) => id !== edited))), [person, edited]);
  return drafts;
}

/** Read by the browser, because the server does not know its time zone. */
function useLatest(pets: readonly ListedPet[]) {
  const isHydrated = useHydrated();
  const ids = pets.map(({ id }) => id);
  const { data } = useQuery(latestQuery(ids, versionsKey(pets)));
  return isHydrated ? data : undefined;
}

function useSheets() {
  const sheet = readDeskSheet(useSearchParams());
  return {
    isAdding: sheet.new,
    edited: sheet.edit,
    historyOf: sheet.history,
    adopterOf: sheet.adopter,
    open: (name: "edit" | "history" | "adopter", id: bigint) => goTo(sheetHref({ [name]: id })),
    /** Shows a neighbour of the animal in the sheet, or a new one. "Back" closes the sheet. */
    goTo: (id: bigint) => goTo(sheetHref({ edit: id }), "replaceState"),
    add: () => goTo(sheetHref({ new: true })),
    close: () => goTo(sheetHref()),
  };
}

/** For example to move the focus. */
export function useWhenGone(isThere: boolean, onGone: () => void): void {
  const was = useRef(false);
  const reportGone = useEffectEvent(onGone);
  useEffect(() => {
    if (was.current && !isThere) reportGone();
    was.current = isThere;
  }, [isThere]);
}

export function useDeskState() {
  const person = usePersonId();
  const page = usePetsPage();
  const { params, query } = page;
  const pets = query.data?.pets ?? [];
  const sheets = useSheets();
  const rows = useRowChanges({ person, view: deskHref(params), openSheet: sheets.open });
  const selection = useSelection(person, pets, params);
  const bulk = useBulk(person, selection.clear);
  const rowKeys = useRowKeys(selection);
  // The focus returns to its row.
  useWhenGone(selection.count > 0, rowKeys.refocus);
  useWhenGone(bulk.hasReport, rowKeys.refocus);
  return {
    ...page,
    pets,
    matching: useMatchCount(params, query.data, query.isPlaceholderData),
    // In another order, one that changes meanwhile could be left out.
    exported: useExport(filterOf(isByAge(params.sort) ? params : { ...params, sort: "newest" })),
    latest: useLatest(pets),
    /** Animals without applications are left out. */
    applicants: useQuery(applicationCountsQuery(pets.map(({ id }) => id))).data,
    drafts: useDrafts(person, sheets.edited),
    sheets,
    rows,
    bulk,
    selection,
    rowKeys,
    search: useRef<HTMLInputElement>(null),
  };
}

const Desk = createContext<ReturnType<typeof useDeskState> | null>(null);
export const DeskProvider = Desk.Provider;

/** What the parts of the page show and do. */
export function useDesk() {
  const desk = useContext(Desk);
  if (!desk) throw new Error("a part of the staff's list is outside of it");
  return desk;
}
