"use client";

import { useQueryClient } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type RefObject, useCallback, useRef, useState } from "react";
import { type DeskParams, deskQuery } from "@/lib/pets/desk/params";
import { petKeys } from "@/lib/pets/queries";
import { refetch } from "@/lib/refetch";
import { SignInForm } from "../../people/sign-in-form";
import { usePersonId } from "../../people/signed-in";
import { PetSheet } from "../edit/pet-sheet";
import { BulkBar } from "./bulk-bar";
import { BulkReport } from "./bulk-report";
import { DeskProvider } from "./desk-context";
import { DeskFilters } from "./desk-filters";
import { DeskHeader } from "./desk-header";
import { DeskList } from "./desk-list";
import { HistorySheet } from "./history-sheet";
import { KeyboardHelp } from "./keyboard-help";
import { RowMessage } from "./row-message";
import { useBulk } from "./use-bulk";
import { useDesk } from "./use-desk";
import { useLatest } from "./use-latest";
import { useMatchCount } from "./use-match-count";
import { useRowChanges } from "./use-row-changes";
import { useRowKeys } from "./use-row-keys";
import { useSelection } from "./use-selection";
import { useSheets } from "./use-sheets";
import { useShortcuts } from "./use-shortcuts";

/** The address of the list. */
const PATH = "/staff/animals";
const hrefOf = (params: DeskParams) => `${PATH}${deskQuery(params)}`;

/** The staff's list of animals. Filters, page and the open sheet are in the address. */
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
  const changes = useRowChanges(person, desk.ownVersions, savingCount);
  const selection = useSelection(person, pets);
  const bulk = useBulk(person, savingCount);
  const sheets = useSheets();
  const search = useRef<HTMLInputElement>(null);
  const keys = useRowKeys((from, to) => {
    const range = pets
      .slice(Math.min(from, to), Math.max(from, to) + 1)
      .map(({ id }) => [id.toString(), true] as const);
    selection.keep({ ...selection.ids, ...Object.fromEntries(range) });
  });
  const counted = useMatchCount(params, query.data);
  const latest = useLatest(pets);
  const help = useDeskKeys(search, keys, sheets.add, (name, at) => {
    const pet = pets[at];
    if (pet) sheets.open(name, pet.id);
  });
  const messagesOffPage = [...changes.open.values()].filter(
    ({ id, state }) => state !== "saving" && !pets.some((pet) => pet.id === id),
  );
  const cells = {
    changes: changes.open,
    start: changes.start,
    open: sheets.open,
    latest,
    hrefOf: (name: string, id: bigint) => `${PATH}${deskQuery({ ...params, [name]: id.toString() })}`,
  };
  return (
    <>
      <DeskHeader path={PATH} onAdd={sheets.add} onHelp={() => help.setOpen(true)} />
      <SignInAgain changes={changes} bulk={bulk} />
      <BulkReport bulk={bulk} />
      <DeskFilters params={params} counts={counted.counts} search={search} filter={filter} hrefOf={hrefOf} />
      {messagesOffPage.map((change) => (
        <RowMessage key={change.id.toString()} change={change} changes={changes} />
      ))}
      <DeskProvider value={cells}>
        <DeskList
          desk={desk}
          hrefOf={hrefOf}
          selection={selection}
          changes={changes}
          cursor={keys.attributes}
          words={counted.words}
        />
      </DeskProvider>
      <BulkBar
        selection={selection}
        params={params}
        matching={counted.count}
        hasMore={counted.hasMore}
        busy={bulk.isRunning}
        onChange={(to) => {
          bulk.start(selection.selected(), to);
          selection.clear();
        }}
      />
      {(sheets.isAdding || sheets.edited !== null) && <PetSheet petId={sheets.edited} onClose={sheets.close} />}
      {sheets.historyOf !== null && <HistorySheet petId={sheets.historyOf} onClose={sheets.close} />}
      <KeyboardHelp open={help.isOpen} onClose={() => help.setOpen(false)} />
    </>
  );
}

/** The keys of the page, and the sheet that lists them. */
function useDeskKeys(
  search: RefObject<HTMLInputElement | null>,
  keys: ReturnType<typeof useRowKeys>,
  add: () => void,
  open: (name: "edit" | "history", at: number) => void,
) {
  const [isOpen, setOpen] = useState(false);
  const at = keys.current;
  const step = (by: number) => () => keys.step(by);
  useShortcuts({
    "/": () => search.current?.focus(),
    n: add,
    e: () => open("edit", at()),
    h: () => open("history", at()),
    "?": () => setOpen(true),
    ArrowDown: step(1),
    ArrowUp: step(-1),
  });
  return { isOpen, setOpen };
}

type SignInAgainProps = { changes: ReturnType<typeof useRowChanges>; bulk: ReturnType<typeof useBulk> };

/** When the session has ended: the form to sign in again. Then the interrupted changes continue. */
function SignInAgain({ changes, bulk }: SignInAgainProps) {
  const client = useQueryClient();
  if (!bulk.isSignedOut && !changes.needsSignIn) return null;
  const goOn = () => {
    changes.resume();
    if (bulk.isSignedOut) bulk.goOn();
    void refetch(client, petKeys.all);
  };
  return <SignInForm id="desk-sign-in" title="Sign in again" onSignedIn={goOn} />;
}
