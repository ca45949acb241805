"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { refetchPets } from "@/lib/pets/client";
import { DESK_PATH } from "@/lib/pets/desk/params";
import type { ListedPet } from "@/lib/pets/list/schema";
import { stepsFrom } from "@/lib/tab-storage";
import { Button, ButtonLink } from "../../ui/button";
import type { KeyGroups } from "../../ui/keyboard-sheet";
import { later } from "../../ui/later";
import { Menu, MenuItem, MenuLink, MoreLabel } from "../../ui/menu";
import { actions } from "../../ui/panel";
import { useShortcuts } from "../../ui/shortcuts";
import { cx } from "../../ui/style";
import { DeskFilters } from "./desk-filters";
import { DeskList } from "./desk-list";
import { RowMessage, SIGN_IN_ID } from "./row-message";
import { DeskProvider, useDesk, useDeskState, useWhenGone } from "./use-desk";

const PetSheet = later(async () => (await import("../edit/pet-sheet")).PetSheet);
const HistorySheet = later(async () => (await import("./history-sheet")).HistorySheet);
const AdopterSheet = later(async () => (await import("../../orders/adopter-sheet")).AdopterSheet);
const KeyboardSheet = later(async () => (await import("../../ui/keyboard-sheet")).KeyboardSheet);
const BulkBar = later(async () => (await import("../bulk/bulk-bar")).BulkBar);
const BulkReport = later(async () => (await import("../bulk/bulk-report")).BulkReport);
const SignInForm = later(async () => (await import("../../people/sign-in-form")).SignInForm);

function DeskHeader() {
  const { exported, sheets } = useDesk();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3 sm:gap-x-6">
      <h1 className="me-auto">Animals</h1>
      <div className={cx(actions, "-me-3 gap-1!")}>
        <ButtonLink look="quiet" className="me-1.5 max-sm:hidden" href={`${DESK_PATH}/import`}>
          Import
        </ButtonLink>
        <Button className="max-sm:px-3" onClick={sheets.add} aria-keyshortcuts="n">
          Add animal
        </Button>
        <Menu look="icon" label={<MoreLabel>More</MoreLabel>}>
          <MenuLink className="sm:hidden" href={`${DESK_PATH}/import`}>
            Import
          </MenuLink>
          <MenuLink href={`${DESK_PATH}/removed`}>Removed animals</MenuLink>
          <MenuItem className="lg:hidden" onSelect={exported.start}>
            {exported.label}
          </MenuItem>
        </Menu>
      </div>
    </div>
  );
}

const KEYS: KeyGroups = {
  "In the list": [
    ["↑ ↓, j k", "move from row to row"],
    ["/", "search; ↓ leads to the first row, Esc empties it, then leaves it"],
    ["n", "add an animal"],
    ["?", "this list"],
  ],
  "On a row": [
    ["Space", "select it"],
    ["Shift + ↑ ↓", "select several"],
    ["Esc", "clear the selection"],
    ["e", "edit the animal"],
    ["s", "its status; Esc leads back to the row"],
    ["h", "its history"],
  ],
  "In the sheet of an animal": [
    ["j k", "next and previous animal"],
    ["Ctrl or ⌘ + Enter", "save"],
    ["Ctrl or ⌘ + Shift + Enter", "save, and edit the next animal"],
  ],
};

/** Filters, page and the open sheet are in the URL. */
export function PetDesk() {
  const desk = useDeskState();
  const { bulk, selection, rows } = desk;
  return (
    <DeskProvider value={desk}>
      <DeskHeader />
      <SignInAgain />
      {bulk.hasReport && <BulkReport />}
      <DeskFilters />
      <MessagesOfOtherPages />
      <DeskList />
      {selection.count > 0 && <BulkBar />}
      {rows.dialog}
      {bulk.dialog}
      <DeskSheets />
      <Shortcuts />
    </DeskProvider>
  );
}

function Shortcuts() {
  const { sheets, pets, rowKeys, selection, search } = useDesk();
  const [isOpen, setOpen] = useState(false);
  const openCurrent = (name: "edit" | "history") => {
    const pet = pets[rowKeys.current()];
    if (pet) sheets.open(name, pet.id);
  };
  const step = (by: number) => () => rowKeys.step(by);
  useShortcuts({
    "/": () => search.current?.focus(),
    n: sheets.add,
    e: () => openCurrent("edit"),
    h: () => openCurrent("history"),
    s: rowKeys.openStatus,
    "?": () => setOpen(true),
    Escape: selection.clear,
    j: step(1),
    k: step(-1),
    ArrowDown: step(1),
    ArrowUp: step(-1),
  });
  return isOpen && <KeyboardSheet keys={KEYS} open onClose={() => setOpen(false)} />;
}

/** The animals beside the one in the sheet. One that leaves the list meanwhile keeps its neighbours. */
function useSteps() {
  const { pets, sheets } = useDesk();
  const [last, setLast] = useState<readonly ListedPet[]>([]);
  const isListed = pets.some(({ id }) => id === sheets.edited);
  useEffect(() => {
    if (isListed) setLast(pets);
  }, [isListed, pets]);
  const shown = isListed ? pets : last;
  const pet = shown.find(({ id }) => id === sheets.edited);
  if (!pet) return null;
  const steps = stepsFrom(shown, pet);
  const show = (to: ListedPet | undefined) => (to ? () => sheets.goTo(to.id) : null);
  return { name: pet.name, previous: show(steps.previous), next: show(steps.next) };
}

function DeskSheets() {
  const { sheets, pets, rowKeys } = useDesk();
  const steps = useSteps();
  return (
    <>
      {(sheets.isAdding || sheets.edited !== null) && (
        <PetSheet
          petId={sheets.edited}
          listed={pets.find(({ id }) => id === sheets.edited) ?? null}
          onClose={sheets.close}
          onAdded={sheets.goTo}
          steps={steps}
          finalFocus={rowKeys.boxOf}
        />
      )}
      {sheets.historyOf !== null && <HistorySheet petId={sheets.historyOf} onClose={sheets.close} />}
      {sheets.adopterOf !== null && <AdopterSheet petId={sheets.adopterOf} onClose={sheets.close} />}
    </>
  );
}

/** Why animals that are not on this page were not changed. */
function MessagesOfOtherPages() {
  const { rows, pets } = useDesk();
  return [...rows.unfinished.values()]
    .filter((change) => change.state !== "saving")
    .filter(({ action }) => !pets.some(({ id }) => id.toString() === action.id))
    .map((change) => <RowMessage key={change.action.id} change={change} />);
}

/** After signing in again, the interrupted changes continue. */
function SignInAgain() {
  const { rows, rowKeys } = useDesk();
  const client = useQueryClient();
  useWhenGone(rows.needsSignIn, rowKeys.refocus);
  if (!rows.needsSignIn) return null;
  const resume = () => {
    rows.resume();
    void refetchPets(client);
  };
  return <SignInForm id={SIGN_IN_ID} title="Sign in again" onSignedIn={resume} />;
}
