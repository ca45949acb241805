"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type Control, useForm, useWatch } from "react-hook-form";
import { declinedWords } from "@/lib/applications/staff-words";
import { whyNot } from "@/lib/pets/desk/refusal-words";
import type { EditedPet } from "@/lib/pets/edit/calls";
import type { PetValues } from "@/lib/pets/edit/pet-values";
import { undoVersions } from "@/lib/pets/edit/undo";
import { EditValues } from "@/lib/pets/edit/values";
import { petKeys } from "@/lib/pets/queries";
import { refetch } from "@/lib/refetch";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/button";
import { FormMessage } from "../../ui/field";
import { stack } from "../../ui/panel";
import { SheetBody, SheetFooter } from "../../ui/sheet";
import { undoAction } from "../../ui/undo-action";
import { useRequestForm } from "../../ui/use-request-form";
import { useValuesChanged } from "../../ui/use-values-changed";
import { OpenAdoptionLink } from "../open-adoption-link";
import { showPetToast } from "../show-pet-toast";
import { FactsControls } from "./facts-controls";
import { PetCollision, useCollisionChoices } from "./pet-collision";
import { PetControls } from "./pet-controls";
import { PhotosEditor } from "./photos-editor";
import { StoryControl } from "./story-control";
import { useAdoptionQuestion } from "./use-adoption-question";
import { usePetDraft } from "./use-pet-draft";
import { type Unsaved, useUnsaved } from "./use-unsaved";

type Props = {
  person: string;
  petId: bigint;
  found: EditedPet;
  /** Whether the focus goes to the facts, because the animal was just added and they come next. */
  startAtFacts: boolean;
  onUnsaved(unsaved: Unsaved | null): void;
  onClose(): void;
};

/** The form that edits an animal. What is typed survives a reload and the end of the session. */
export function PetEditForm({ person, petId, found, startAtFacts, onUnsaved, onClose }: Props) {
  const id = useId();
  const draft = usePetDraft({ person, petId, found });
  const form = useForm<EditValues>({ resolver: zodResolver(EditValues), defaultValues: draft.start });
  const values = useWatch({ control: form.control, compute: (all: EditValues) => all });
  const [unsentPhotos, setUnsentPhotos] = useState<string | null>(null);
  const isUnsaved = draft.isUnsaved(values);
  const adoption = useAdoptionQuestion();
  const choices = useCollisionChoices(draft.collision, values);
  const showSaved = useSavedToast();

  const request = useRequestForm({
    form,
    send: async (sent) => {
      if (choices.left > 0) return choices.focusChoices();
      const isAdopted = sent.status === "sold" && draft.base.status !== "sold";
      const declined = await adoption.ask(isAdopted ? [petId] : []);
      if (declined === null) return;
      const { values: saved, hasCollided, made } = await draft.save(sent);
      form.reset(saved);
      if (hasCollided) return;
      // This sheet has to stay open until all photos have been sent.
      if (unsentPhotos === null) onClose();
      showSaved({ id: petId, name: saved.name }, declinedWords(declined), made);
    },
  });
  useValuesChanged(form, (changed) => {
    draft.keep(changed);
    request.onEdit();
  });
  const question = isUnsaved ? "Your changes are not saved. Discard them?" : unsentPhotos;
  useUnsaved(question !== null, question ?? "", onUnsaved, draft.discard);

  return (
    <>
      <SheetBody>
        <form id={id} {...request.attributes} className={stack}>
          <RestoredNote isShown={draft.isRestored && isUnsaved} />
          <PetCollision
            petId={petId}
            collision={draft.collision}
            values={values}
            choices={choices}
            onChoose={(field, from) => form.setValue(field, from[field], { shouldValidate: true })}
          />
          <PetControls
            control={sharedControl(form.control)}
            name={values.name === draft.base.name ? "" : values.name}
            except={petId}
            present={found.pet.status}
          />
          <FactsControls control={form.control} startHere={startAtFacts} />
          <StoryControl control={form.control} />
          <PhotosEditor petId={petId} found={found} onUnsent={setUnsentPhotos} />
        </form>
        <Problem petId={petId} request={request} />
        {adoption.dialog}
      </SheetBody>
      <EditFooter
        form={id}
        isSending={request.isSending}
        left={choices.left}
        isUnsaved={isUnsaved}
        onUndo={() => {
          draft.discard();
          form.reset(draft.base);
        }}
      />
    </>
  );
}

/** Returns a function that reports a saved edit, and offers to undo the versions that it made. */
function useSavedToast() {
  const client = useQueryClient();
  return (pet: { id: bigint; name: string }, note: string, made: string[] | null) => {
    const undo = async () => {
      await undoVersions(pet.id, made ?? []).finally(() => void refetch(client, petKeys.all));
    };
    const offer = made && made.length > 0 ? undoAction(undo, { about: `pet-${pet.id}`, reasonOf: whyNot }) : {};
    showPetToast(pet, `was saved. ${note}`.trim(), offer);
  };
}

/** Returns a control of the fields that adding and editing have in common. The type of a control is invariant. */
const sharedControl = (control: Control<EditValues>) => control as unknown as Control<PetValues>;

type ProblemProps = {
  petId: bigint;
  request: Pick<ReturnType<typeof useRequestForm<EditValues>>, "failure" | "sendAgain" | "resume">;
};

/** Why the changes were not saved. */
function Problem({ petId, request: { failure, sendAgain, resume } }: ProblemProps) {
  return (
    <>
      <RequestProblem
        id="again"
        error={failure}
        notDone="Your changes were not saved."
        inDoubt="We do not know whether your changes were saved. Save again: nothing is changed twice."
        onWaited={sendAgain}
        onSignedIn={resume}
      />
      <OpenAdoptionLink petId={petId} error={failure} />
    </>
  );
}

function RestoredNote({ isShown }: { isShown: boolean }) {
  return (
    <FormMessage role="status">
      {isShown && (
        <p className="rounded-control bg-amber-back px-3 py-2 text-amber">
          These are your unsaved changes from last time.
        </p>
      )}
    </FormMessage>
  );
}

type FooterProps = {
  form: string;
  isSending: boolean;
  /** How many fields of a collision have yet to be chosen. */
  left: number;
  isUnsaved: boolean;
  onUndo(): void;
};

function EditFooter({ form, isSending, left, isUnsaved, onUndo }: FooterProps) {
  return (
    <SheetFooter>
      {left > 0 && (
        <p className="basis-full text-sm font-semibold text-amber">
          Somebody else changed {left === 1 ? "a field" : `${left} fields`} too. Choose above, then save.
        </p>
      )}
      <Button type="submit" form={form} busy={isSending}>
        {isSending ? "Saving…" : "Save"}
      </Button>
      {isUnsaved && (
        <Button look="quiet" onClick={onUndo}>
          Undo all changes
        </Button>
      )}
    </SheetFooter>
  );
}
