import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { stepsFrom } from "@/lib/last-list";
import { adoptedBy, newJob, removalJob, type Target } from "@/lib/pets/bulk/bulk";
import { type DeskParams, deskQuery, filterOf } from "@/lib/pets/desk/params";
import type { ListedPet } from "@/lib/pets/list/schema";
import { numberOf } from "@/lib/pets/list/search";
import { usePersonId } from "../../people/signed-in";
import { useShortcuts } from "../../ui/hooks/use-shortcuts";
import { type AdoptionQuestions, useAdoptionQuestion } from "../adoption/use-adoption-question";
import { type Bulk, useBulk } from "../bulk/use-bulk";
import type { Steps } from "../edit/sheet-steps";
import { useExport } from "../import/use-export";
import { type PetSelection, useSelection } from "./bulk/use-selection";
import { deskHref } from "./desk-href";
import { useMatchCount } from "./filters/use-match-count";
import { type RowChanges, useRowChanges } from "./row-changes/use-row-changes";
import { type RowKeys, useRowKeys } from "./table/use-row-keys";
import { useApplicants } from "./use-applicants";
import { type PetsDesk, useDesk } from "./use-desk";
import { useDrafts } from "./use-drafts";
import { useLatest } from "./use-latest";
import { type Sheets, useSheets } from "./use-sheets";
import { useWhenGone } from "./use-when-gone";

/** What the staff's list shows and does: the list, the open sheet, changes in progress, the selection, and its keys. */
export function useDeskState() {
  const person = usePersonId();
  const savingCount = useRef(0);
  const list = useList(savingCount);
  const { desk, pets } = list;
  const sheets = useSheets();
  const steps = useSteps(pets, sheets);
  const { ask, ...changes } = useChanges({ person, desk, sheets, savingCount });
  const selection = useSelectedPets({ person, list, bulk: changes.bulk, ask });
  const cells = useCells({ person, desk, changes, sheets });
  const keys = useKeys({ pets, sheets, selection, bulk: changes.bulk });
  return { list: { ...list, cells }, sheets: { ...sheets, steps }, changes, selection, keys };
}

/** The neighbours of the edited animal on the page of the list. One that leaves the list meanwhile keeps them. */
function useSteps(pets: readonly ListedPet[], { edited, goTo }: Sheets): Steps | null {
  const [last, setLast] = useState<readonly ListedPet[]>([]);
  const isListed = pets.some(({ id }) => id === edited);
  useEffect(() => {
    if (isListed) setLast(pets);
  }, [isListed, pets]);
  const shown = isListed ? pets : last;
  const pet = shown.find(({ id }) => id === edited);
  if (!pet) return null;
  const steps = stepsFrom(shown, pet);
  const show = (to: ListedPet | undefined) => (to ? () => goTo(to.id) : null);
  return { name: pet.name, previous: show(steps.previous), next: show(steps.next) };
}

/** The page of the list, how many animals match its filters, and their export. `savingCount`: changes in progress. */
function useList(savingCount: RefObject<number>) {
  const desk = useDesk(useCallback(() => savingCount.current > 0, [savingCount]));
  const { params, query } = desk;
  return {
    desk,
    pets: query.data?.pets ?? [],
    matching: useMatchCount(params, query.data, query.isPlaceholderData),
    exported: useExport(filterOf(params)),
  };
}

type ChangesOptions = { person: string; desk: PetsDesk; sheets: Sheets; savingCount: RefObject<number> };

/** Changes of rows, the bulk change, and the question that both ask before they decline applications. */
function useChanges({ person, desk: { params, ownVersions }, sheets, savingCount }: ChangesOptions) {
  const { ask, dialog: question } = useAdoptionQuestion(deskQuery(params));
  const rows = useRowChanges({ person, ownVersions, savingCount, ask, openSheet: sheets.open });
  const bulk = useBulk({ name: `pets.bulk.${person}`, savingCount });
  return { rows, bulk, ask, question };
}

type SelectedOptions = {
  person: string;
  list: ReturnType<typeof useList>;
  bulk: Bulk;
  ask: AdoptionQuestions["ask"];
};

/**
 * The selected animals, and what starts a change of them. That asks first if it would adopt animals that people have
 * applied for.
 */
function useSelectedPets({ person, list, bulk, ask }: SelectedOptions) {
  const selection = useSelection(person, list.pets, list.desk.params);
  const [isAsking, setAsking] = useState(false);
  const change = async (to: Target) => {
    const selected = selection.selected();
    setAsking(true);
    const answer = await ask(adoptedBy(selected, to));
    setAsking(false);
    if (answer === "cancelled") return;
    const { declined = [], staying = [] } = typeof answer === "string" ? {} : answer;
    const changed = selected.filter(({ id }) => answer !== "handed over" && !staying.includes(BigInt(id)));
    if (changed.length > 0) bulk.start(newJob(changed, to, declined));
    selection.clear();
  };
  const remove = () => {
    bulk.start(removalJob(selection.selected()));
    selection.clear();
  };
  return { ...selection, isAsking, change, remove };
}

type CellsOptions = { person: string; desk: PetsDesk; changes: { rows: RowChanges; bulk: Bulk }; sheets: Sheets };

/** What the cells of the table need besides their animal. */
function useCells({ person, desk: { params, query, filter }, changes: { rows, bulk }, sheets }: CellsOptions) {
  const pets = query.data?.pets ?? [];
  return {
    unfinished: rows.unfinished,
    notChanged: bulk.notChanged,
    setStatus: rows.setStatus,
    remove: rows.remove,
    latest: useLatest(pets),
    applicants: useApplicants(pets),
    drafts: useDrafts(person, sheets.edited),
    isByNumber: numberOf(params.q) !== null,
    search: params.q,
    sort: params.sort,
    sortBy: (sort: DeskParams["sort"]) => filter({ sort }),
    sheetHref: (name: string, id: bigint) => deskHref(params, { [name]: id.toString() }),
    openSheet: sheets.open,
  };
}

type KeysOptions = { pets: readonly ListedPet[]; sheets: Sheets; selection: PetSelection; bulk: Bulk };

/** The keys of the rows and of the page. Where a bar or a report is gone, the focus returns to its row. */
function useKeys({ pets, sheets, selection, bulk }: KeysOptions) {
  const rows = useRowKeys({
    select: (from, to) => selection.add(pets.slice(Math.min(from, to), Math.max(from, to) + 1)),
    onEscape: selection.clear,
  });
  const shortcuts = useDeskShortcuts({ rows, sheets, pets, onEscape: selection.clear });
  useWhenGone(selection.count > 0, rows.refocus);
  useWhenGone(bulk.hasReport, rows.refocus);
  return { rows, ...shortcuts };
}

type ShortcutsOptions = {
  rows: RowKeys;
  sheets: Sheets;
  pets: readonly ListedPet[];
  /** Called for Escape, when nothing has the focus. */
  onEscape(): void;
};

/**
 * The shortcuts of the page. Returns whether the sheet that lists them is open, and the attributes of the search, from
 * which Arrow Down leads to the first row.
 */
function useDeskShortcuts({ rows, sheets, pets, onEscape }: ShortcutsOptions) {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    rows.moveTo(0);
  };
  const openCurrent = (name: "edit" | "history") => {
    const pet = pets[rows.current()];
    if (pet) sheets.open(name, pet.id);
  };
  const step = (by: number) => () => rows.step(by);
  useShortcuts({
    "/": () => ref.current?.focus(),
    n: sheets.add,
    e: () => openCurrent("edit"),
    h: () => openCurrent("history"),
    s: rows.openStatus,
    "?": () => setOpen(true),
    Escape: onEscape,
    j: step(1),
    k: step(-1),
    ArrowDown: step(1),
    ArrowUp: step(-1),
  });
  return { search: { ref, onKeyDown }, help: { isOpen, setOpen } };
}
