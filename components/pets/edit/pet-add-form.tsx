"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useRef } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { randomId } from "@/lib/http/client";
import { ApiError, isCertain } from "@/lib/http/errors";
import { QUERY_ROOTS } from "@/lib/http/query-client";
import { sendChangePet, sendCreatePet } from "@/lib/pets/client";
import { changeOf, EMPTY_PET, PetValues, toNewPet, withTrimmedName } from "@/lib/pets/edit/pet-values";
import { useUndoOffer } from "../../audit/undo-offer";
import { useCommand } from "../../audit/use-command";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/button";
import { stack } from "../../ui/panel";
import { useRequestForm } from "../../ui/request-form";
import { SheetBody, SheetFooter } from "../../ui/sheet";
import { useDraft, useTabState, useValuesChanged } from "../../ui/tab-state";
import { showToast } from "../../ui/toast";
import { showPetToast } from "../pet-messages";
import { PetControls, type Unsaved, useUnsaved } from "./pet-controls";
import { useDroppedFiles } from "./photos-editor";

/** What was sent first, until its answer has arrived. */
const Unanswered = z.object({ first: z.nullable(z.object({ values: PetValues, key: z.string() })) });
const NONE: z.infer<typeof Unanswered> = { first: null };

/**
 * Adds an animal once. After a lost answer, also across a reload, what was sent first is sent again, and what was edited
 * since then changes it.
 */
function useAddition(person: string) {
  const [{ first }, save] = useTabState(`pets.addition.${person}`, NONE, Unanswered);
  const send = async (typed: PetValues) => {
    // What was not sent was not added, so there is no doubt.
    if (!first && !navigator.onLine)
      throw new ApiError("unavailable", "You are offline. Add it again when the connection is back.");
    const { values, key } = first ?? { values: withTrimmedName(typed), key: randomId() };
    // Saved before sending, because a reload from here on must not lose the Idempotency-Key.
    save({ first: { values, key } });
    const added = await sendCreatePet({ pet: toNewPet(values), idempotencyKey: key }).catch((error: unknown) => {
      // The refusal of a retry does not tell whether the earlier attempt succeeded.
      if (!first && isCertain(error)) save(NONE);
      throw error;
    });
    const change = changeOf(withTrimmedName(typed), values);
    const changed = change && (await sendChangePet(added.id, added.version, change));
    save(NONE);
    return { ...added, ...change, changeSets: [...added.changeSets, ...(changed?.changeSets ?? [])] };
  };
  return { send, isInDoubt: first !== null, forget: () => save(NONE) };
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
  const form = useForm<PetValues>({ resolver: zodResolver(PetValues), defaultValues: EMPTY_PET });
  // By person, so that the next one in the tab starts with an empty form.
  const draft = useDraft(form, `pets.add.${person}`);
  const name = useWatch({ control: form.control, name: "name" });
  const { send, isInDoubt, forget } = useAddition(person);
  const wantsAnother = useRef(false);
  const add = useCommand({
    send,
    reads: QUERY_ROOTS.pets,
    onDone: (pet, sent: PetValues) => {
      const isEditedNext = !wantsAnother.current;
      showPetToast(pet, "was added.", {
        link: { href: `/animals/${pet.id}`, label: "See it" },
        ...offerUndo(pet.changeSets, { about: `pet-${pet.id}`, onUndone: isEditedNext ? onUndone : undefined }),
      });
      // Keeps the name of the next animal, and the focus, if it was typed while the request was in progress.
      if (form.getValues("name") !== sent.name) return;
      // The next animal of a litter is probably of the same kind.
      form.reset({ ...sent, name: "" }, { keepFieldsRef: true, keepDefaultValues: true });
      if (wantsAnother.current) form.setFocus("name");
      else onAdded(pet.id);
    },
  });
  const request = useRequestForm({ form, send: add.send });
  useValuesChanged(form, request.onEdit);
  useDroppedFiles(() => showToast({ text: "Add the animal first, and then its photos." }));
  const question = name === "" ? null : "This animal is not added yet. Discard what you typed?";
  useUnsaved(question, onUnsaved, () => {
    draft.forget();
    forget();
  });

  return (
    <>
      <SheetBody>
        <FormProvider {...form}>
          <form id={id} {...request.attributes} className={stack}>
            <PetControls newName={name} />
            <p className="text-sm text-soft">Its photos, story and facts come next.</p>
          </form>
        </FormProvider>
        <RequestProblem
          {...request.problem}
          notDone="The animal was not added."
          inDoubt="We do not know whether the animal was added. Add it again within a day and it will not be added twice."
          isInDoubt={isInDoubt && !request.isSending}
        />
      </SheetBody>
      <SheetFooter>
        <Button type="submit" form={id} busy={request.isSending} onClick={() => (wantsAnother.current = false)}>
          {request.isSending ? "Adding…" : "Add animal"}
        </Button>
        <Button
          look="quiet"
          type="submit"
          form={id}
          busy={request.isSending}
          onClick={() => (wantsAnother.current = true)}
        >
          Add, then another
        </Button>
      </SheetFooter>
    </>
  );
}
