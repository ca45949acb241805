"use client";

import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ComponentProps } from "react";
import type { ListedPet } from "@/lib/pets/list/schema";
import { usePetsChanged } from "@/lib/pets/queries";
import { AdopterSheet } from "../../orders/adopter-sheet";
import { SignInForm } from "../../people/sign-in-form";
import { BulkProgress } from "../bulk/bulk-progress";
import { BulkReport } from "../bulk/bulk-report";
import type { Bulk } from "../bulk/use-bulk";
import { PetSheet } from "../edit/pet-sheet";
import { BulkBar } from "./bulk/bulk-bar";
import { DeskHeader } from "./desk-header";
import { DESK_PATH, deskHref } from "./desk-href";
import { DeskList } from "./desk-list";
import { DeskFilters } from "./filters/desk-filters";
import { StatusFilter } from "./filters/status-filter";
import { HistorySheet } from "./history/history-sheet";
import type { RowChanges } from "./row-changes/use-row-changes";
import { DeskProvider } from "./table/desk-context";
import { KeyboardHelp } from "./table/keyboard-help";
import { RowMessage, SIGN_IN_ID } from "./table/row-message";
import { useDeskState } from "./use-desk-state";
import type { Sheets } from "./use-sheets";
import { useWhenGone } from "./use-when-gone";

/** The staff's list of animals. Filters, page and the open sheet are in the URL. */
export function PetDesk() {
  return (
    <NuqsAdapter>
      <Desk />
    </NuqsAdapter>
  );
}

function Desk() {
  const { list, sheets, changes, selection, keys } = useDeskState();
  const { desk, pets, matching, exported, cells } = list;
  const { params, filter } = desk;
  const { rows, bulk } = changes;
  return (
    <>
      <DeskHeader path={DESK_PATH} exported={exported} onAdd={sheets.add} />
      <SignInAgain changes={rows} bulk={bulk} onDone={keys.rows.refocus} />
      <BulkReport bulk={bulk} />
      <DeskFilters params={params} count={matching.count} search={keys.search} filter={filter} listHref={deskHref} />
      <MessagesOfOtherPages changes={rows} pets={pets} />
      <DeskProvider value={cells}>
        <DeskList
          desk={desk}
          listHref={deskHref}
          statuses={<StatusFilter params={params} matching={matching} filter={filter} listHref={deskHref} />}
          exported={exported}
          selection={selection}
          changes={rows}
          rowKeys={keys.rows.attributes}
          words={matching.words}
        />
      </DeskProvider>
      <BulkBar
        selection={selection}
        applicants={cells.applicants}
        params={params}
        matches={matching}
        busy={bulk.isRunning}
        isAsking={selection.isAsking}
        onChange={selection.change}
        onRemove={selection.remove}
      />
      <BulkProgress bulk={bulk} />
      {changes.question}
      <DeskSheets sheets={sheets} pets={pets} steps={sheets.steps} finalFocus={(id) => keys.rows.boxOf(id)} />
      <KeyboardHelp open={keys.help.isOpen} onClose={() => keys.help.setOpen(false)} />
    </>
  );
}

type SheetsProps = Pick<ComponentProps<typeof PetSheet>, "steps" | "finalFocus"> & {
  sheets: Sheets;
  pets: readonly ListedPet[];
};

/** The sheet that is open, if one is. */
function DeskSheets({ sheets, pets, steps, finalFocus }: SheetsProps) {
  return (
    <>
      {(sheets.isAdding || sheets.edited !== null) && (
        <PetSheet
          petId={sheets.edited}
          listed={pets.find(({ id }) => id === sheets.edited) ?? null}
          startAt={sheets.startAt}
          onClose={sheets.close}
          onAdded={sheets.editAdded}
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
    .filter(({ action }) => !pets.some(({ id }) => id === action.id))
    .map((change) => <RowMessage key={change.action.id.toString()} change={change} changes={changes} />);
}

type SignInAgainProps = { changes: RowChanges; bulk: Bulk; onDone(): void };

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
