"use client";

import { NuqsAdapter } from "nuqs/adapters/next/app";
import {
  type ComponentProps,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { adoptedBy, newJob, removalJob, type Target } from "@/lib/pets/bulk/bulk";
import { type DeskParams, deskQuery, filterOf } from "@/lib/pets/desk/params";
import { numberOf } from "@/lib/pets/list/numbered";
import type { ListedPet } from "@/lib/pets/list/schema";
import { usePetsChanged } from "@/lib/pets/queries";
import { AdopterSheet } from "../../orders/adopter-sheet";
import { SignInForm } from "../../people/sign-in-form";
import { usePersonId } from "../../people/signed-in";
import { useShortcuts } from "../../ui/hooks/use-shortcuts";
import { BulkProgress } from "../bulk-progress";
import { BulkReport } from "../bulk-report";
import { PetSheet } from "../edit/pet-sheet";
import { useAdoptionQuestion } from "../edit/use-adoption-question";
import { useExport } from "../import/use-export";
import { useBulk } from "../use-bulk";
import { BulkBar } from "./bulk/bulk-bar";
import { useSelection } from "./bulk/use-selection";
import { DeskHeader } from "./desk-header";
import { DeskList } from "./desk-list";
import { DeskFilters } from "./filters/desk-filters";
import { StatusFilter } from "./filters/status-filter";
import { useMatchCount } from "./filters/use-match-count";
import { HistorySheet } from "./history/history-sheet";
import { useRowChanges } from "./row-changes/use-row-changes";
import { DeskProvider } from "./table/desk-context";
import { KeyboardHelp } from "./table/keyboard-help";
import { RowMessage, SIGN_IN_ID } from "./table/row-message";
import { useRowKeys } from "./table/use-row-keys";
import { useApplicants } from "./use-applicants";
import { useDesk } from "./use-desk";
import { useDrafts } from "./use-drafts";
import { useLatest } from "./use-latest";
import { useSheetTrail } from "./use-sheet-trail";
import { useSheets } from "./use-sheets";

const PATH = "/staff/animals";
const listHref = (params: DeskParams) => `${PATH}${deskQuery(params)}`;

/** The staff's list of animals. Filters, page and the open sheet are in the URL. */
export function PetDesk() {
  return (
    <NuqsAdapter>
      <Desk />
    </NuqsAdapter>
  );
}

function Desk() {
  const savingCount = useRef(0);
  const desk = useDesk(useCallback(() => savingCount.current > 0, []));
  const { params, query, filter } = desk;
  const pets = query.data?.pets ?? [];
  const person = usePersonId();
  const question = useAdoptionQuestion(deskQuery(params));
  const sheets = useSheets();
  const changes = useRowChanges({
    person,
    ownVersions: desk.ownVersions,
    savingCount,
    ask: question.ask,
    openSheet: sheets.open,
  });
  const selection = useSelection(person, pets, params);
  const bulk = useBulk({ name: `pets.bulk.${person}`, savingCount });
  const trail = useSheetTrail(desk, sheets);
  const keys = useRowKeys({
    select: (from, to) => selection.add(pets.slice(Math.min(from, to), Math.max(from, to) + 1)),
    onEscape: selection.clear,
  });
  const matching = useMatchCount(params, query.data, query.isPlaceholderData);
  const bulkChanges = useBulkChanges(bulk, selection, question.ask);
  const exported = useExport(filterOf(params));
  const { search, help } = useDeskKeys({ keys, sheets, pets, onEscape: selection.clear });
  useWhenGone(selection.count > 0, keys.refocus);
  useWhenGone(bulk.hasReport, keys.refocus);
  const cells = useCells({ person, desk, changes, bulk, sheets });
  return (
    <>
      <DeskHeader path={PATH} exported={exported} onAdd={sheets.add} onHelp={() => help.setOpen(true)} />
      <SignInAgain changes={changes} bulk={bulk} onDone={keys.refocus} />
      <BulkReport bulk={bulk} />
      <DeskFilters params={params} count={matching.count} search={search} filter={filter} listHref={listHref} />
      <MessagesOfOtherPages changes={changes} pets={pets} />
      <DeskProvider value={cells}>
        <DeskList
          desk={desk}
          listHref={listHref}
          statuses={<StatusFilter params={params} matching={matching} filter={filter} listHref={listHref} />}
          exported={exported}
          selection={selection}
          changes={changes}
          rowKeys={keys.attributes}
          words={matching.words}
        />
      </DeskProvider>
      <BulkBar
        selection={selection}
        applicants={cells.applicants}
        params={params}
        matches={matching}
        busy={bulk.isRunning}
        isAsking={bulkChanges.isAsking}
        onChange={bulkChanges.start}
        onRemove={bulkChanges.removeSelected}
      />
      <BulkProgress bulk={bulk} />
      {question.dialog}
      <DeskSheets sheets={sheets} pets={pets} trail={trail} finalFocus={(id) => keys.boxOf(id)} />
      <KeyboardHelp open={help.isOpen} onClose={() => help.setOpen(false)} />
    </>
  );
}

type SheetsProps = Pick<ComponentProps<typeof PetSheet>, "trail" | "finalFocus"> & {
  sheets: ReturnType<typeof useSheets>;
  pets: readonly ListedPet[];
};

/** The sheet that is open, if one is. */
function DeskSheets({ sheets, pets, trail, finalFocus }: SheetsProps) {
  return (
    <>
      {(sheets.isAdding || sheets.edited !== null) && (
        <PetSheet
          petId={sheets.edited}
          listed={pets.find(({ id }) => id === sheets.edited) ?? null}
          startAt={sheets.startAt}
          onClose={sheets.close}
          onAdded={sheets.editAdded}
          trail={trail}
          finalFocus={finalFocus}
        />
      )}
      {sheets.historyOf !== null && <HistorySheet petId={sheets.historyOf} onClose={sheets.close} />}
      {sheets.adopterOf !== null && <AdopterSheet petId={sheets.adopterOf} onClose={sheets.close} />}
    </>
  );
}

type CellsOptions = {
  person: string;
  desk: ReturnType<typeof useDesk>;
  changes: ReturnType<typeof useRowChanges>;
  bulk: ReturnType<typeof useBulk>;
  sheets: ReturnType<typeof useSheets>;
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
    sheetHref: (name: string, id: bigint) => `${PATH}${deskQuery({ ...params, [name]: id.toString() })}`,
    openSheet: sheets.open,
  };
}

/** Starts changes of the selected animals. Asks first if that would adopt animals that people have applied for. */
function useBulkChanges(
  bulk: ReturnType<typeof useBulk>,
  selection: ReturnType<typeof useSelection>,
  ask: ReturnType<typeof useAdoptionQuestion>["ask"],
) {
  const [isAsking, setAsking] = useState(false);
  const start = async (to: Target) => {
    const selected = selection.selected();
    setAsking(true);
    const declined = await ask(adoptedBy(selected, to));
    setAsking(false);
    if (declined === "cancelled") return;
    bulk.start(newJob(selected, to, declined === "not known" ? [] : declined));
    selection.clear();
  };
  const removeSelected = () => {
    bulk.start(removalJob(selection.selected()));
    selection.clear();
  };
  return { isAsking, start, removeSelected };
}

type OtherPagesProps = { changes: ReturnType<typeof useRowChanges>; pets: readonly ListedPet[] };

/** Why animals that are not on this page were not changed. */
function MessagesOfOtherPages({ changes, pets }: OtherPagesProps) {
  return [...changes.unfinished.values()]
    .filter((change) => change.state !== "saving")
    .filter(({ action }) => !pets.some(({ id }) => id === action.id))
    .map((change) => <RowMessage key={change.action.id.toString()} change={change} changes={changes} />);
}

type KeysOptions = {
  keys: ReturnType<typeof useRowKeys>;
  sheets: ReturnType<typeof useSheets>;
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

type SignInAgainProps = { changes: ReturnType<typeof useRowChanges>; bulk: ReturnType<typeof useBulk>; onDone(): void };

/** The sign-in form for when the session has ended. After signing in, the interrupted changes continue. */
function SignInAgain({ changes, bulk, onDone }: SignInAgainProps) {
  const petsChanged = usePetsChanged();
  const isNeeded = bulk.isSignedOut || changes.needsSignIn;
  useWhenGone(isNeeded, onDone);
  if (!isNeeded) return null;
  const resume = () => {
    changes.resume();
    if (bulk.isSignedOut) bulk.resume();
    void petsChanged();
  };
  return <SignInForm id={SIGN_IN_ID} title="Sign in again" onSignedIn={resume} />;
}

/** Calls `onGone` when something that was there is gone, for example to move the focus. */
function useWhenGone(isThere: boolean, onGone: () => void): void {
  const was = useRef(false);
  const reportGone = useEffectEvent(onGone);
  useEffect(() => {
    if (was.current && !isThere) reportGone();
    was.current = isThere;
  }, [isThere]);
}
