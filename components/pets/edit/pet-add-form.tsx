"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { type RefObject, useId, useRef, useState } from "react";
import { useController, useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { randomId } from "@/lib/http/client";
import { ApiError, isCertain } from "@/lib/http/errors";
import { encodeJson } from "@/lib/http/json";
import { sendCreatePet, usePetsChanged } from "@/lib/pets/client";
import { EMPTY_PET, PetDraft, PetValues, readPetValues, withTrimmedName } from "@/lib/pets/edit/pet-values";
import type { NewPet } from "@/lib/pets/schema";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { useUndoOffer } from "../../audit/undo-offer";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/button";
import { stack } from "../../ui/panel";
import { useRequestForm } from "../../ui/request-form";
import { SheetBody, SheetFooter } from "../../ui/sheet";
import { useTabState, useValuesChanged } from "../../ui/tab-state";
import { showPetToast } from "../pet-messages";
import { PetControls, type Unsaved, useUnsaved } from "./pet-controls";

const Saved = z.object({ attempt: z.nullable(z.object({ text: z.string(), key: z.string() })) });
type Saved = z.infer<typeof Saved>;
const EMPTY: Saved = { attempt: null };

type RetryableAddition = {
  isPending: boolean;
  isInDoubt: boolean;
  /** Adds an animal. @throws what `sendCreatePet` throws */
  send(pet: NewPet): ReturnType<typeof sendCreatePet>;
};

/**
 * Keeps the Idempotency-Key of an animal until it is known whether it was added, even across a reload; another animal
 * is a new request. Keys belong to a person. `current` is null while the form is invalid.
 */
function useRetryableAddition(person: string, current: NewPet | null): RetryableAddition {
  const [{ attempt }, save] = useTabState(`pets.addition.${person}`, EMPTY, Saved);
  const petsChanged = usePetsChanged();
  const add = useMutation({ mutationFn: sendCreatePet, onSettled: () => void petsChanged() });
  const isInDoubt = !add.isPending && current !== null && attempt?.text === encodeJson(current);

  const send = async (pet: NewPet) => {
    const text = encodeJson(pet);
    const earlier = attempt?.text === text ? attempt : null;
    // What was not sent was not added, so there is no doubt.
    if (!earlier && !navigator.onLine)
      throw new ApiError("unavailable", "You are offline. Add it again when the connection is back.");
    const idempotencyKey = earlier?.key ?? randomId();
    // Saved before sending, because a reload from here on must not lose the Idempotency-Key.
    save({ attempt: { text, key: idempotencyKey } });
    try {
      const added = await add.mutateAsync({ pet, idempotencyKey });
      save(EMPTY);
      return added;
    } catch (error) {
      // The refusal of a retry does not tell whether the earlier attempt succeeded.
      if (!earlier && isCertain(error)) save(EMPTY);
      throw error;
    }
  };
  return { isPending: add.isPending, isInDoubt, send };
}

type Props = {
  person: string;
  onUnsaved(unsaved: Unsaved | null): void;
  onAdded(petId: bigint): void;
  onUndone(): void;
};

export function PetAddForm({ person, onUnsaved, onAdded, onUndone }: Props) {
  const id = useId();
  const offerUndo = useUndoOffer();
  // Saved by tab and person, so that the next person in the tab starts with an empty form.
  const draft = `pets.add.${person}`;
  const [start] = useState(() => readFromTab(draft, PetDraft) ?? EMPTY_PET);
  const form = useForm<PetValues>({ resolver: zodResolver(PetValues), defaultValues: start });
  const { control } = form;
  const name = useController({ control, name: "name" });
  const kind = useController({ control, name: "kind" });
  const status = useController({ control, name: "status" });
  const values = useWatch({ control, compute: (all: PetValues) => all });
  const { isPending, isInDoubt, send } = useRetryableAddition(person, readPetValues(withTrimmedName(values)));
  const wantsAnother = useRef(false);

  const request = useRequestForm({
    form,
    send: async (sent) => {
      const newPet = readPetValues(withTrimmedName(sent));
      if (newPet === null) throw new TypeError("the form was checked by the same schema");
      const pet = await send(newPet);
      const isEditedNext = !wantsAnother.current;
      showPetToast(pet, "was added.", {
        link: { href: `/animals/${pet.id}`, label: "See it" },
        ...offerUndo(pet.changeSets, { about: `pet-${pet.id}`, onUndone: isEditedNext ? onUndone : undefined }),
      });
      // Keeps the name of the next animal, and the focus, if it was typed while the request was in progress.
      if (form.getValues("name") !== sent.name) return;
      // The next animal of a litter is probably of the same kind.
      form.reset({ ...sent, name: "" }, { keepFieldsRef: true });
      if (wantsAnother.current) form.setFocus("name");
      else onAdded(pet.id);
    },
  });
  useValuesChanged(form, (changed) => {
    saveInTab(draft, changed);
    request.onEdit();
  });
  const question = values.name === "" ? null : "This animal is not added yet. Discard what you typed?";
  useUnsaved(question, onUnsaved, () => saveInTab(draft, { ...form.getValues(), name: "" }));

  return (
    <>
      <SheetBody>
        <form id={id} {...request.attributes} className={stack}>
          <PetControls controls={{ name, kind, status }} newName={values.name} />
          <p className="text-sm text-soft">Its photos, story and facts come next.</p>
        </form>
        <RequestProblem
          {...request.problem}
          notDone="The animal was not added."
          inDoubt="We do not know whether the animal was added. Add it again within a day and it will not be added twice."
          isInDoubt={isInDoubt}
        />
      </SheetBody>
      <AddFooter form={id} isPending={isPending} wantsAnother={wantsAnother} />
    </>
  );
}

type FooterProps = { form: string; isPending: boolean; wantsAnother: RefObject<boolean> };

function AddFooter({ form, isPending, wantsAnother }: FooterProps) {
  const choose = (isAnother: boolean) => () => {
    wantsAnother.current = isAnother;
  };
  return (
    <SheetFooter>
      <Button type="submit" form={form} busy={isPending} onClick={choose(false)}>
        {isPending ? "Adding…" : "Add animal"}
      </Button>
      <Button look="quiet" type="submit" form={form} busy={isPending} onClick={choose(true)}>
        Add, then another
      </Button>
    </SheetFooter>
  );
}
