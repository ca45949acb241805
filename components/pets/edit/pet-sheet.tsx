"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { editedPetQuery } from "@/lib/pets/client";
import { sheetHref } from "@/lib/pets/desk/params";
import type { ListedPet } from "@/lib/pets/list/schema";
import { usePersonId } from "../../people/signed-in";
import { Button } from "../../ui/button";
import { useQuestion } from "../../ui/confirm-dialog";
import { Arrow } from "../../ui/icons";
import { onPlainClick } from "../../ui/link";
import { goTo } from "../../ui/list-links";
import { LoadProblem } from "../../ui/load-problem";
import { Loading, Skeleton } from "../../ui/loading";
import { Sheet, SheetBody } from "../../ui/sheet";
import { useShortcuts } from "../../ui/shortcuts";
import { cx, rowLink } from "../../ui/style";
import { PetAddForm } from "./pet-add-form";
import type { Unsaved } from "./pet-controls";
import { PetEditForm } from "./pet-edit-form";

type SheetLinksProps = {
  petId: bigint;
  /** Asks first if input would be lost. */
  leave(action: () => void): void;
};

function SheetLinks({ petId, leave }: SheetLinksProps) {
  const { data } = useQuery(editedPetQuery(petId));
  const publicPage = `/animals/${petId}`;
  const leaveFor = (action: () => void) => onPlainClick(() => leave(action));
  const history = sheetHref({ history: petId });
  return (
    <p className="flex gap-x-4">
      <a className={cx(rowLink, "text-sm")} href={history} onClick={leaveFor(() => goTo(history))}>
        History
      </a>
      {data?.care.hidden === null && (
        <a
          className={cx(rowLink, "text-sm whitespace-nowrap")}
          href={publicPage}
          onClick={leaveFor(() => window.location.assign(publicPage))}
        >
          Public page
        </a>
      )}
    </p>
  );
}

/** In the list behind the sheet. Null at its ends. */
type Steps = { name: string; previous: (() => void) | null; next: (() => void) | null };

type StepsProps = {
  steps: Steps;
  leave(action: () => void): void;
};

/** `k` and `j` do the same. */
function SheetSteps({ steps, leave }: StepsProps) {
  const stepTo = (to: (() => void) | null) => () => {
    if (to === null) return;
    leave(() => {
      focusTitle();
      to();
    });
  };
  const [previous, next] = [stepTo(steps.previous), stepTo(steps.next)];
  useShortcuts({ j: next, k: previous }, "side sheet");
  return (
    <div data-part="steps" className="flex shrink-0 gap-2 max-sm:gap-1">
      <StepButton label="Previous animal" keys="k" arrow="start" isEnd={steps.previous === null} onGo={previous} />
      <StepButton label="Next animal" keys="j" arrow="end" isEnd={steps.next === null} onGo={next} />
      <p role="status" className="sr-only">
        <bdi>{steps.name}</bdi>
      </p>
    </div>
  );
}

/** The form disappears with its animal, so the focus moves to the title. A pressed step keeps it. */
function focusTitle(): void {
  if (document.activeElement?.closest("[data-part=steps]")) return;
  document.querySelector<HTMLElement>("[data-part=side-sheet] h2")?.focus();
}

type ButtonProps = { label: string; keys: string; arrow: "start" | "end"; isEnd: boolean; onGo(): void };

/** At the end of the list the button does nothing, but it keeps the focus. */
function StepButton({ label, keys, arrow, isEnd, onGo }: ButtonProps) {
  return (
    <Button
      look="quiet"
      className="w-target px-0! aria-disabled:cursor-default"
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys})`}
      busy={isEnd}
      onClick={onGo}
    >
      <Arrow to={arrow} />
    </Button>
  );
}

type PetSheetProps = {
  /** The animal to edit, or null for a new one. */
  petId: bigint | null;
  listed: ListedPet | null;
  onClose(): void;
  onAdded(petId: bigint): void;
  /** Null if the animal is not in the list. */
  steps: Steps | null;
  /** Its row, unless the sheet was closed before an animal was added. */
  finalFocus(petId: bigint): HTMLElement | null;
};

export function PetSheet({ petId, listed, onClose, onAdded, steps, finalFocus }: PetSheetProps) {
  const person = usePersonId();
  const [added, setAdded] = useState<bigint | null>(null);
  const { setUnsaved, leave, dialog } = useLeaveQuestion();
  const shown = petId ?? added;
  const showNext = () => {
    focusTitle();
    steps?.next?.();
  };
  const takeAdded = (id: bigint) => {
    focusTitle();
    setAdded(id);
    onAdded(id);
  };
  return (
    <Sheet
      open
      side
      onClose={() => leave(onClose)}
      title={shown === null ? "Add an animal" : <EditTitle petId={shown} listed={listed} />}
      initialFocus={shown === null ? () => document.getElementById("edit-name") : undefined}
      finalFocus={() => shown === null || finalFocus(shown)}
      note={shown !== null && `Number ${shown}`}
      controls={steps && <SheetSteps steps={steps} leave={leave} />}
    >
      {dialog}
      {shown === null ? (
        <PetAddForm person={person} onUnsaved={setUnsaved} onAdded={takeAdded} onUndone={() => leave(onClose)} />
      ) : (
        <Editor
          key={shown.toString()}
          petId={shown}
          links={<SheetLinks petId={shown} leave={leave} />}
          onUnsaved={setUnsaved}
          onClose={onClose}
          onNext={steps?.next ? showNext : null}
        />
      )}
    </Sheet>
  );
}

/** Asks before something is done that would lose input. */
function useLeaveQuestion() {
  const unsaved = useRef<Unsaved | null>(null);
  const { ask, dialog } = useQuestion();
  const setUnsaved = (now: Unsaved | null) => {
    unsaved.current = now;
  };
  const leave = (action: () => void) => {
    if (unsaved.current === null) return action();
    const { question, discard } = unsaved.current;
    ask({ question, confirm: "Discard", keep: "Keep editing" }, () => {
      discard();
      action();
    });
  };
  return { setUnsaved, leave, dialog };
}

function EditTitle({ petId, listed }: { petId: bigint; listed: ListedPet | null }) {
  const { data } = useQuery(editedPetQuery(petId));
  const name = data?.pet.name ?? listed?.name;
  return name !== undefined ? (
    <>
      Edit <bdi>{name}</bdi>
    </>
  ) : (
    "Edit animal"
  );
}

type EditorProps = {
  petId: bigint;
  links: ReactNode;
  onUnsaved(unsaved: Unsaved | null): void;
  onClose(): void;
  /** Null at the end of the list. */
  onNext: (() => void) | null;
};

function Editor(props: EditorProps) {
  const { petId, onClose } = props;
  const person = usePersonId();
  const { data, error, refetch } = useQuery(editedPetQuery(petId));
  if (data) return <PetEditForm {...props} person={person} found={data} />;
  return (
    <SheetBody>
      {data === null ? (
        <>
          <p>There is no animal with this number. Somebody may have removed it.</p>
          <Button className="justify-self-start" onClick={onClose}>
            Back to the list
          </Button>
        </>
      ) : error ? (
        <LoadProblem what="The animal" error={error} onRetry={refetch} />
      ) : (
        <Loading>
          {/* On a phone the last one fills the sheet, which is as high as the form will make it. */}
          {["h-18", "h-18", "h-18", "h-40 max-sm:h-dvh"].map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: these never change.
            <Skeleton key={index} className={height} />
          ))}
        </Loading>
      )}
    </SheetBody>
  );
}
