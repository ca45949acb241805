import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { adoptedBy, newJob, removalJob, type Target } from "@/lib/pets/bulk/bulk";
import { type DeskParams, deskQuery, filterOf } from "@/lib/pets/desk/params";
import { numberOf } from "@/lib/pets/list/numbered";
import type { ListedPet } from "@/lib/pets/list/schema";
import { usePersonId } from "../../people/signed-in";
import { useShortcuts } from "../../ui/hooks/use-shortcuts";
import { type AdoptionQuestions, useAdoptionQuestion } from "../adoption/use-adoption-question";
import { type Bulk, useBulk } from "../bulk/use-bulk";
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
import { useSheetTrail } from "./use-sheet-trail";
import { type Sheets, useSheets } from "./use-sheets";
import { useWhenGone } from "./use-when-gone";

/** What the staff's list shows and does: its page, the open sheet, the selection, the changes in progress, its keys. */
export function useDeskState() {
  const savingCount = useRef(0);
  const person = usePersonId();
  const desk = useDesk(useCallback(() => savingCount.current > 0, []));
  const { params, query } = desk;
  const pets = query.data?.pets ?? [];
  const matching = useMatchCount(params, query.data, query.isPlaceholderData);
  const exported = useExport(filterOf(params));

  const sheets = useSheets();
  const trail = useSheetTrail(desk, sheets);

  const { ask, dialog: question } = useAdoptionQuestion(deskQuery(params));
  const changes = useRowChanges({ person, ownVersions: desk.ownVersions, savingCount, ask, openSheet: sheets.open });
  const selection = useSelection(person, pets, params);
  const bulk = useBulk({ name: `pets.bulk.${person}`, savingCount });
  const bulkChanges = useBulkChanges(bulk, selection, ask);
  const cells = useCells({ person, desk, changes, bulk, sheets });

  const keys = useRowKeys({
    select: (from, to) => selection.add(pets.slice(Math.min(from, to), Math.max(from, to) + 1)),
    onEscape: selection.clear,
  });
  const { search, help } = useDeskKeys({ keys, sheets, pets, onEscape: selection.clear });
  useWhenGone(selection.count > 0, keys.refocus);
  useWhenGone(bulk.hasReport, keys.refocus);

  return {
    desk,
    pets,
    matching,
    exported,
    sheets,
    trail,
    question,
    changes,
    selection,
    bulk,
    bulkChanges,
    cells,
    keys,
    search,
    help,
  };
}

type CellsOptions = {
  person: string;
  desk: PetsDesk;
  changes: RowChanges;
  bulk: Bulk;
  sheets: Sheets;
};

/** What the cells of the table need besides their animal. */
function useCells({ person, desk: { params, query, filter }, changes, bulk, sheets }: CellsOptions) {
  const pets = query.data?.pets ?? [];
  return {
    unfinished: changes.unfinished,
    notChanged: bulk.notChanged,
    setStatus: changes.setStatus,
    remove: changes.remove,
    latest: useLatest(pets),
    applicants: useApplicants(pets),
    drafts: useDrafts(person, sheets.edited),
    isByNumber: numberOf(params.q) !== null,
    sort: params.sort,
    sortBy: (sort: DeskParams["sort"]) => filter({ sort }),
    sheetHref: (name: string, id: bigint) => deskHref(params, { [name]: id.toString() }),
    openSheet: sheets.open,
  };
}

/** Starts changes of the selected animals. Asks first if that would adopt animals that people have applied for. */
function useBulkChanges(bulk: Bulk, selection: PetSelection, ask: AdoptionQuestions["ask"]) {
  const [isAsking, setAsking] = useState(false);
  const start = async (to: Target) => {
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
  const removeSelected = () => {
    bulk.start(removalJob(selection.selected()));
    selection.clear();
  };
  return { isAsking, start, removeSelected };
}

type KeysOptions = {
  keys: RowKeys;
  sheets: Sheets;
  pets: readonly ListedPet[];
  /** Called for Escape, when nothing has the focus. */
  onEscape(): void;
};

/**
 * The shortcuts of the page. Returns whether the sheet that lists them is open, and the attributes of the search, from
 * which Arrow Down leads to the first row.
 */
function useDeskKeys({ keys, sheets, pets, onEscape }: KeysOptions) {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    keys.moveTo(0);
  };
  const openCurrent = (name: "edit" | "history") => {
    const pet = pets[keys.current()];
    if (pet) sheets.open(name, pet.id);
  };
  const step = (by: number) => () => keys.step(by);
  useShortcuts({
    "/": () => ref.current?.focus(),
    n: sheets.add,
    e: () => openCurrent("edit"),
    h: () => openCurrent("history"),
    s: keys.openStatus,
    "?": () => setOpen(true),
    Escape: onEscape,
    j: step(1),
    k: step(-1),
    ArrowDown: step(1),
    ArrowUp: step(-1),
  });
  return { search: { ref, onKeyDown }, help: { isOpen, setOpen } };
}
