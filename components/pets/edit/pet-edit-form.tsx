"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { declinedWords } from "@/lib/adoptions/consequences";
import type { Collision, Edit } from "@/lib/http/edit";
import type { EditedPet } from "@/lib/pets/client";
import { draftName } from "@/lib/pets/edit/drafts";
import { EditValues, toEditValues, withTrimmedName } from "@/lib/pets/edit/pet-values";
import { type PetEdit, saveEdit } from "@/lib/pets/edit/save";
import { EDIT_LABELS, valueWords } from "@/lib/pets/edit/words";
import { useUndoOffer } from "../../audit/undo-offer";
import { useCommand } from "../../audit/use-command";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/button";
import { CollisionQuestion, focusCollision } from "../../ui/collision";
import { FormMessage } from "../../ui/field";
import { useWhenOnline } from "../../ui/load-problem";
import { stack } from "../../ui/panel";
import { useRequestForm } from "../../ui/request-form";
import { SheetBody, SheetFooter } from "../../ui/sheet";
import { useDraft, useValuesChanged } from "../../ui/tab-state";
import { OpenAdoptionLink, showPetToast } from "../pet-messages";
import { CareControls } from "./care-controls";
import { FactsControls, StoryControl } from "./facts-controls";
import { PetControls, type Unsaved, useUnsaved } from "./pet-controls";
import { PhotosEditor } from "./photos-editor";

type Props = {
  form: string;
  isSending: boolean;
  note: string | null;
  hasNext: boolean;
  wantsNext: RefObject<boolean>;
};

function EditFooter({ form, isSending, note, hasNext, wantsNext }: Props) {
  return (
    <SheetFooter>
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

const WITH_CHECKS = { shouldValidate: true, shouldDirty: true } as const;

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
  const name = useWatch({ control: form.control, name: "name" });
  const [unsentPhotos, setUnsentPhotos] = useState<string | null>(null);
  const [collision, setCollision] = useState<Collision<EditValues> | null>(null);
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
      if (collision) return focusCollision();
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
            {collision && (
              <PetCollision
                collision={collision}
                onYours={() => setCollision(null)}
                onTheirs={() => {
                  for (const field of collision.fields) form.setValue(field, collision.theirs[field], WITH_CHECKS);
                  setCollision(null);
                }}
              />
            )}
            <PetControls newName={name === nameBefore ? "" : name} except={petId} current={found.pet.status} />
            <FactsControls arrivedAt={found.arrivedAt} />
            <StoryControl />
            <CareControls />
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
        note={isWaiting ? OFFLINE : null}
        hasNext={onNext !== null}
        wantsNext={wantsNext}
      />
    </>
  );
}

type CollisionProps = { collision: Collision<EditValues>; onTheirs(): void; onYours(): void };

/** Gets the focus when it appears. */
function PetCollision({ collision: { fields, theirs, yours }, ...answers }: CollisionProps) {
  useEffect(focusCollision, []);
  const shown = fields.map((field) => ({
    label: EDIT_LABELS[field],
    theirs: valueWords(field, theirs),
    yours: valueWords(field, yours),
  }));
  return (
    <CollisionQuestion fields={shown} {...answers}>
      <p className="font-semibold text-amber">
        Somebody else changed this animal while you were editing it. Choose what to keep, then save.
      </p>
    </CollisionQuestion>
  );
}
