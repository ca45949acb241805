"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { declinedWords } from "@/lib/adoptions/consequences";
import type { Collision, Edit } from "@/lib/http/edit";
import type { EditedPet } from "@/lib/pets/client";
import { EditValues, toEditValues, withTrimmedName } from "@/lib/pets/edit/pet-values";
import { draftName, type PetEdit, saveEdit } from "@/lib/pets/edit/save";
import { useUndoOffer } from "../../audit/undo-offer";
import { useCommand } from "../../audit/use-command";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/button";
import { FormMessage } from "../../ui/field";
import { useWhenOnline } from "../../ui/load-problem";
import { stack } from "../../ui/panel";
import { useRequestForm } from "../../ui/request-form";
import { SheetBody, SheetFooter } from "../../ui/sheet";
import { useDraft, useValuesChanged } from "../../ui/tab-state";
import { OpenAdoptionLink, showPetToast } from "../pet-messages";
import { FactsControls, StoryControl } from "./facts-controls";
import { PetCollision, useCollisionChoices } from "./pet-collision";
import { PetControls, type Unsaved, useUnsaved } from "./pet-controls";
import { PhotosEditor } from "./photos-editor";

type Props = {
  form: string;
  isSending: boolean;
  /** How many choices of a collision are left. */
  left: number;
  note: string | null;
  hasNext: boolean;
  wantsNext: RefObject<boolean>;
};

function EditFooter({ form, isSending, left, note, hasNext, wantsNext }: Props) {
  return (
    <SheetFooter>
      {left > 0 && (
        <p className="basis-full text-sm font-semibold text-amber">
          Somebody else changed {left === 1 ? "a field" : `${left} fields`} too. Choose above, then save.
        </p>
      )}
      <p role="status" className="basis-full text-sm font-semibold text-amber empty:hidden">
        {note}
      </p>
      <Button
        type="submit"
        form={form}
        className="max-sm:px-3.5!"
        busy={isSending}
        onClick={() => (wantsNext.current = false)}
      >
        {isSending ? "Saving…" : "Save"}
      </Button>
      {hasNext && (
        <Button
          look="quiet"
          type="submit"
          form={form}
          busy={isSending}
          data-shift-enter
          title="Save and next (Ctrl or ⌘ + Shift + Enter)"
          onClick={() => (wantsNext.current = true)}
        >
          Save and next
        </Button>
      )}
    </SheetFooter>
  );
}

const OFFLINE = "You are offline. Your changes are saved when the connection returns.";

type PetEditFormProps = {
  person: string;
  petId: bigint;
  found: EditedPet;
  links: ReactNode;
  onUnsaved(unsaved: Unsaved | null): void;
  onClose(): void;
  /** Null at the end of the list. */
  onNext: (() => void) | null;
};

/** What is typed survives a reload and the end of the session. */
export function PetEditForm({ person, petId, found, links, onUnsaved, onClose, onNext }: PetEditFormProps) {
  const id = useId();
  const form = useForm<EditValues>({ resolver: zodResolver(EditValues), defaultValues: toEditValues(found) });
  const { isDirty: isUnsaved, defaultValues: { name: nameBefore = "" } = {} } = form.formState;
  const draft = useDraft(form, draftName(person, petId), found.version);
  const values = useWatch({ control: form.control, compute: (all: EditValues) => all });
  const [unsentPhotos, setUnsentPhotos] = useState<string | null>(null);
  const [collision, setCollision] = useState<Collision<EditValues> | null>(null);
  const choices = useCollisionChoices(collision, values);
  const [isWaiting, setWaiting] = useState(false);
  const made = useRef<string[]>([]);
  const wantsNext = useRef(false);
  const offerUndo = useUndoOffer();
  const onStep = ({ made: now, ...edit }: PetEdit) => {
    made.current = now;
    draft.goOn(edit);
  };
  const save = useCommand({
    pets: [{ id: petId, name: nameBefore }],
    send: async (edit: Edit<EditValues>, confirm, consequences) => {
      const collides = await saveEdit(petId, { ...edit, made: made.current }, onStep, confirm);
      return { collides, note: declinedWords(consequences?.declines) };
    },
    onDone: ({ collides, note }) => {
      setCollision(collides);
      if (collides) return;
      draft.forget();
      const undo = offerUndo(made.current, { about: `pet-${petId}` });
      showPetToast({ id: petId, name: form.getValues("name") }, `was saved. ${note}`.trim(), undo);
      made.current = [];
      if (unsentPhotos !== null) return;
      if (wantsNext.current && onNext) onNext();
      else onClose();
    },
  });
  const request = useRequestForm({
    form,
    send: async (sent): Promise<unknown> => {
      if (choices.left > 0) return choices.focusChoices();
      if (!navigator.onLine) return setWaiting(true);
      return save.send(draft.editOf(withTrimmedName(sent, nameBefore)));
    },
  });
  useWhenOnline(() => {
    if (isWaiting) request.sendAgain();
    setWaiting(false);
  });
  useValuesChanged(form, () => {
    request.onEdit();
    setWaiting(false);
  });
  useUnsaved(isUnsaved ? "Your changes are not saved. Discard them?" : unsentPhotos, onUnsaved, draft.forget);

  return (
    <>
      <SheetBody>
        <FormProvider {...form}>
          <form id={id} {...request.attributes} className={stack}>
            <FormMessage role="status">
              {draft.isRestored && isUnsaved && (
                <p className="rounded-control bg-amber-back px-3 py-2 text-amber">
                  These are your unsaved changes from last time.
                </p>
              )}
            </FormMessage>
            <PetCollision
              petId={petId}
              collision={collision}
              values={values}
              choices={choices}
              onChoose={(field, from) => form.setValue(field, from[field], { shouldValidate: true, shouldDirty: true })}
            />
            <PetControls
              newName={values.name === nameBefore ? "" : values.name}
              except={petId}
              current={found.pet.status}
            />
            <FactsControls cameAt={found.cameAt} />
            <StoryControl />
            <PhotosEditor petId={petId} found={found} onUnsent={setUnsentPhotos} />
          </form>
        </FormProvider>
        <RequestProblem
          {...request.problem}
          notDone="Your changes were not saved."
          inDoubt="We do not know whether your changes were saved. Save again: nothing is changed twice."
        />
        <OpenAdoptionLink petId={petId} error={request.failure} />
        {links}
        {save.dialog}
      </SheetBody>
      <EditFooter
        form={id}
        isSending={request.isSending}
        left={choices.left}
        note={isWaiting ? OFFLINE : null}
        hasNext={onNext !== null}
        wantsNext={wantsNext}
      />
    </>
  );
}
