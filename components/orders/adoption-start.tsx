"use client";

import { type Ref, useRef, useState } from "react";
import * as z from "zod/mini";
import { sendPlaceOrder } from "@/lib/orders/client";
import { useUndoOffer } from "../audit/undo-offer";
import { useCommand } from "../audit/use-command";
import { RequestProblem } from "../people/request-problem";
import { usePersonId } from "../people/signed-in";
import { AnimalChoice } from "../pets/animal-choice";
import { Button, ButtonLink } from "../ui/button";
import { Sheet, SheetActions } from "../ui/sheet";
import { useTabState } from "../ui/tab-state";
import { showToast } from "../ui/toast";
import { AdopterSheet } from "./adopter-sheet";

/** The button that starts an adoption for somebody who came in person, with its dialog. */
export function AdoptionStart() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const [recorded, setRecorded] = useState<bigint | null>(null);
  const animal = useRef<HTMLInputElement>(null);
  const record = (petId: bigint) => {
    close();
    setRecorded(petId);
  };
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <span>
          Start<span className="max-sm:sr-only"> an adoption</span>
        </span>
      </Button>
      <Sheet title="Start an adoption" open={isOpen} onClose={close} initialFocus={animal}>
        <StartForm animal={animal} onStarted={close} onRecord={record} />
      </Sheet>
      {recorded !== null && <AdopterSheet petId={recorded} onClose={() => setRecorded(null)} />}
    </>
  );
}

const Draft = z.object({ petId: z.string() });
const NONE = { petId: "" };

type FormProps = { animal: Ref<HTMLInputElement>; onStarted(): void; onRecord(petId: bigint): void };

function StartForm({ animal, onStarted, onRecord }: FormProps) {
  const [{ petId }, saveDraft] = useTabState(`orders.start.${usePersonId()}`, NONE, Draft);
  return (
    <>
      <AnimalChoice
        id="start-animal"
        label="Animal"
        placeholder="Choose or type"
        hint="Type a name. Only available animals are listed."
        input={animal}
        isForAdoption
        petId={petId || undefined}
        onChange={(next) => saveDraft({ petId: next })}
      />
      {petId ? (
        <Ways
          key={petId}
          petId={BigInt(petId)}
          onStarted={() => {
            saveDraft(NONE);
            onStarted();
          }}
          onRecord={onRecord}
        />
      ) : (
        <SheetActions />
      )}
    </>
  );
}

/** The two ways: with an application that staff fill in for the adopter, or without a name. */
function Ways({ petId, onStarted, onRecord }: { petId: bigint } & Omit<FormProps, "animal">) {
  const offerUndo = useUndoOffer();
  const start = useCommand({
    send: () => sendPlaceOrder(petId),
    onDone: ({ data: { id }, changeSets }) => {
      const about = `order:${id}`;
      const text = "The adoption is open. Choose the day when you know it.";
      showToast({ text, about, ...offerUndo(changeSets, { about }) });
      onStarted();
    },
  });
  return (
    <>
      <p>
        Fill in the application together with the adopter, and then approve it. It records their name and how to reach
        them. Without an application, the adoption has no name.
      </p>
      <Button look="quiet" className="justify-self-start" busy={start.isPending} onClick={() => void start.run()}>
        Start without a name
      </Button>
      <RequestProblem {...start.problem} onWaited={start.again} />
      <p>
        Has the animal gone home already?{" "}
        <Button look="link" className="-mx-3 -my-2" onClick={() => onRecord(petId)}>
          Record the adopter
        </Button>
      </p>
      <SheetActions>
        <ButtonLink href={`/animals/${petId}/apply`}>Fill in the application</ButtonLink>
      </SheetActions>
    </>
  );
}
