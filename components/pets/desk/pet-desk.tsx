"use client";

import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ComponentProps } from "react";
import { usePetsChanged } from "@/lib/pets/client";
import { DESK_PATH } from "@/lib/pets/desk/params";
import type { ListedPet } from "@/lib/pets/list/schema";
import { Button, ButtonLink } from "../../ui/button";
import type { KeyGroups } from "../../ui/keyboard-sheet";
import { later } from "../../ui/later";
import { Menu, MenuItem, MenuLink, MoreLabel } from "../../ui/menu";
import { actions } from "../../ui/panel";
import { cx } from "../../ui/style";
import type { PetSheet as Sheet } from "../edit/pet-sheet";
import type { PetExport } from "../import/export";
import { DeskProvider } from "./desk-cells";
import { DeskFilters } from "./desk-filters";
import { DeskList } from "./desk-list";
import { RowMessage, SIGN_IN_ID } from "./row-message";
import { type Sheets, useDeskState, useWhenGone } from "./use-desk";
import type { RowChanges } from "./use-row-changes";

const PetSheet = later(async () => (await import("../edit/pet-sheet")).PetSheet);
const HistorySheet = later(async () => (await import("./history-sheet")).HistorySheet);
const AdopterSheet = later(async () => (await import("../../orders/adopter-sheet")).AdopterSheet);
const KeyboardSheet = later(async () => (await import("../../ui/keyboard-sheet")).KeyboardSheet);
const BulkBar = later(async () => (await import("../bulk/bulk-bar")).BulkBar);
const BulkReport = later(async () => (await import("../bulk/bulk-report")).BulkReport);
const SignInForm = later(async () => (await import("../../people/sign-in-form")).SignInForm);

type Props = { exported: PetExport; onAdd(): void };

function DeskHeader({ exported, onAdd }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3 sm:gap-x-6">
      <h1 className="me-auto">Animals</h1>
      <div className={cx(actions, "-me-3 gap-1!")}>
        <ButtonLink look="quiet" className="me-1.5 max-sm:hidden" href={`${DESK_PATH}/import`}>
          Import
        </ButtonLink>
        <Button className="max-sm:px-3" onClick={onAdd} aria-keyshortcuts="n">
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
  return (
    <NuqsAdapter>
      <Desk />
    </NuqsAdapter>
  );
}

function Desk() {
  const { desk, pets, matching, exported, cells, sheets, rows, bulk, selection, rowKeys, ...page } = useDeskState();
  const { params, filter } = desk;
  return (
    <>
      <DeskHeader exported={exported} onAdd={sheets.add} />
      <SignInAgain changes={rows} onDone={rowKeys.refocus} />
      {bulk.hasReport && <BulkReport bulk={bulk} />}
      <DeskFilters params={params} search={page.search} filter={filter} />
      <MessagesOfOtherPages changes={rows} pets={pets} />
      <DeskProvider value={cells}>
        <DeskList
          desk={desk}
          matching={matching}
          exported={exported}
          selection={selection}
          changes={rows}
          rowKeys={rowKeys.attributes}
        />
      </DeskProvider>
      {selection.count > 0 && (
        <BulkBar
          selection={selection}
          params={params}
          matches={matching}
          busy={bulk.isRunning}
          onChange={(to) => bulk.start(selection.selected(), to)}
        />
      )}
      {rows.dialog}
      {bulk.dialog}
      <DeskSheets sheets={sheets} pets={pets} steps={page.steps} finalFocus={rowKeys.boxOf} />
      {page.help.isOpen && <KeyboardSheet keys={KEYS} open onClose={() => page.help.setOpen(false)} />}
    </>
  );
}

type SheetsProps = Pick<ComponentProps<typeof Sheet>, "steps" | "finalFocus"> & {
  sheets: Sheets;
  pets: readonly ListedPet[];
};

function DeskSheets({ sheets, pets, steps, finalFocus }: SheetsProps) {
  return (
    <>
      {(sheets.isAdding || sheets.edited !== null) && (
        <PetSheet
          petId={sheets.edited}
          listed={pets.find(({ id }) => id === sheets.edited) ?? null}
          onClose={sheets.close}
          onAdded={sheets.goTo}
          steps={steps}
          finalFocus={finalFocus}
        />
      )}
      {sheets.historyOf !== null && <HistorySheet petId={sheets.historyOf} onClose={sheets.close} />}
      {sheets.adopterOf !== null && <AdopterSheet petId={sheets.adopterOf} onClose={sheets.close} />}
    </>
  );
}

type OtherPagesProps = { changes: RowChanges; pets: readonly ListedPet[] };

/** Why animals that are not on this page were not changed. */
function MessagesOfOtherPages({ changes, pets }: OtherPagesProps) {
  return [...changes.unfinished.values()]
    .filter((change) => change.state !== "saving")
    .filter(({ action }) => !pets.some(({ id }) => id.toString() === action.id))
    .map((change) => <RowMessage key={change.action.id} change={change} changes={changes} />);
}

type SignInAgainProps = { changes: RowChanges; onDone(): void };

/** After signing in again, the interrupted changes continue. */
function SignInAgain({ changes, onDone }: SignInAgainProps) {
  const petsChanged = usePetsChanged();
  useWhenGone(changes.needsSignIn, onDone);
  if (!changes.needsSignIn) return null;
  const resume = () => {
    changes.resume();
    void petsChanged();
  };
  return <SignInForm id={SIGN_IN_ID} title="Sign in again" onSignedIn={resume} />;
}
