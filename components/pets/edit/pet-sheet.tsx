"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { editedPetQuery } from "@/lib/pets/edit/queries";
import { usePersonId } from "../../people/signed-in";
import { Button } from "../../ui/button";
import { closeOtherToasts } from "../../ui/close-toasts";
import { LoadProblem } from "../../ui/load-problem";
import { Loading, Skeleton } from "../../ui/loading";
import { Sheet, SheetBody } from "../../ui/sheet";
import { useLastField } from "../../ui/use-last-field";
import { LeaveQuestion } from "./leave-question";
import { PetAddForm } from "./pet-add-form";
import { PetEditForm } from "./pet-edit-form";
import { type PetWalk, PetWalkButtons, PetWalkProblem } from "./pet-walk-buttons";
import type { Unsaved } from "./use-unsaved";

type Props = {
  /** The animal to edit, or null for a new one. */
  petId: bigint | null;
  onClose(): void;
  /** Called when the new animal has been added. */
  onAdded(petId: bigint): void;
  /** Leads to the neighbours of the animal in the list; null if it is not in the list. */
  walk: PetWalk | null;
  /** What gets the focus after the animal was added or walked to, or if nothing had it before. */
  finalFocus(petId: bigint): HTMLElement | null;
};

/** The sheet in which staff add or edit an animal. It asks before closing if input would be lost. */
export function PetSheet({ petId, onClose, onAdded, walk, finalFocus }: Props) {
  const person = usePersonId();
  const [added, setAdded] = useState<bigint | null>(null);
  const { asked, setUnsaved, stay, leave } = useLeaveQuestion();
  const shown = petId ?? added;
  const hasOpener = useHasOpener(petId);

  // The animal of this sheet while it is open.
  const current = useRef<bigint | null>(null);
  useEffect(() => {
    closeOtherToasts(`pet-${shown}`);
    current.current = shown;
    return () => {
      current.current = null;
    };
  }, [shown]);

  const takeAdded = (id: bigint) => {
    setAdded(id);
    onAdded(id);
  };
  return (
    <Sheet
      open
      side
      onClose={(isEscape) => leave(onClose, isEscape)}
      title={shown === null ? "Add an animal" : <EditTitle petId={shown} />}
      initialFocus={shown === null ? () => document.getElementById("edit-name") : undefined}
      finalFocus={() => shown === null || hasOpener || finalFocus(shown)}
      controls={walk && <PetWalkButtons walk={walk} leave={leave} />}
    >
      <PetWalkProblem walk={walk} />
      {asked !== null && (
        <LeaveQuestion
          question={asked.unsaved.question}
          onStay={stay}
          onLeave={() => {
            asked.unsaved.discard();
            asked.action();
          }}
        />
      )}
      {shown === null ? (
        <PetAddForm
          person={person}
          onUnsaved={setUnsaved}
          onAdded={takeAdded}
          onUndone={(id) => id === current.current && onClose()}
        />
      ) : (
        <Editor
          key={shown.toString()}
          person={person}
          petId={shown}
          isNew={shown === added}
          onUnsaved={setUnsaved}
          onClose={onClose}
        />
      )}
    </Sheet>
  );
}

/** Whether the focus returns to what opened the sheet. It does not after the sheet has shown another animal. */
function useHasOpener(petId: bigint | null): boolean {
  // The server has no document. A sheet that is opened by its URL has no opener.
  const [hasOpener, setHasOpener] = useState(
    () => typeof document !== "undefined" && document.activeElement !== document.body,
  );
  const [first] = useState(petId);
  if (hasOpener && petId !== first) setHasOpener(false);
  return hasOpener;
}

/**
 * Closes the sheet or leads to another animal, or asks before if input would be lost. Who stays continues in the field
 * that had the focus.
 */
function useLeaveQuestion() {
  const unsaved = useRef<Unsaved | null>(null);
  const [asked, setAsked] = useState<{ unsaved: Unsaved; action(): void } | null>(null);
  const returnToField = useLastField();
  const setUnsaved = (now: Unsaved | null) => {
    unsaved.current = now;
    if (now === null) setAsked(null);
  };
  const stay = () => {
    returnToField();
    setAsked(null);
  };
  const leave = (action: () => void, isEscape = false) => {
    if (unsaved.current === null) action();
    else if (isEscape && asked !== null) stay();
    else setAsked({ unsaved: unsaved.current, action });
  };
  return { asked, setUnsaved, stay, leave };
}

function EditTitle({ petId }: { petId: bigint }) {
  const { data } = useQuery(editedPetQuery(petId));
  return data ? (
    <>
      Edit <bdi>{data.pet.name}</bdi>
    </>
  ) : (
    "Edit animal"
  );
}

type EditorProps = {
  person: string;
  petId: bigint;
  /** Whether the animal was just added. */
  isNew: boolean;
  onUnsaved(unsaved: Unsaved | null): void;
  onClose(): void;
};

/** Loads the animal, then shows its form. */
function Editor({ isNew, ...props }: EditorProps) {
  const { petId, onClose } = props;
  const { data, error, refetch } = useQuery(editedPetQuery(petId));
  if (data) {
    return <PetEditForm {...props} found={data} startAtFacts={isNew} />;
  }
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
          {["h-18", "h-18", "h-18", "h-40"].map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: these never change.
            <Skeleton key={index} className={height} />
          ))}
        </Loading>
      )}
    </SheetBody>
  );
}
