"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useId, useRef, useState } from "react";
import { type Control, type UseFormReturn, useController, useForm, useWatch } from "react-hook-form";
import { declinedWords } from "@/lib/applications/staff-words";
import type { EditedPet } from "@/lib/pets/edit/calls";
import { withTrimmedName } from "@/lib/pets/edit/pet-values";
import { undoVersions } from "@/lib/pets/edit/undo";
import { EditValues } from "@/lib/pets/edit/values";
import { usePetsChanged } from "@/lib/pets/queries";
import { whyNot } from "@/lib/pets/refusal-words";
import { RequestProblem } from "../../people/request-problem";
import { FormMessage } from "../../ui/forms/field";
import { useRequestForm } from "../../ui/forms/use-request-form";
import { useValuesChanged } from "../../ui/hooks/use-values-changed";
import { SheetBody } from "../../ui/overlays/sheet";
import { stack } from "../../ui/style/panel";
import { undoAction } from "../../ui/toasts/undo-action";
import { useAdoptionQuestion } from "../adoption/use-adoption-question";
import { OpenAdoptionLink } from "../open-adoption-link";
import { showPetToast } from "../show-pet-toast";
import { EditFooter } from "./edit-footer";
import { FactsControls } from "./facts-controls";
import { PetCollision, useCollisionChoices } from "./pet-collision";
import { PetControls } from "./pet-controls";
import { PhotosEditor } from "./photos-editor";
import { StoryControl } from "./story-control";
import { usePetDraft } from "./use-pet-draft";
import { useSaveWhenOnline } from "./use-save-when-online";
import { type Unsaved, useUnsaved } from "./use-unsaved";

type Props = {
  person: string;
  petId: bigint;
  found: EditedPet;
  /** Links to other views of the animal. */
  links: ReactNode;
  onUnsaved(unsaved: Unsaved | null): void;
  onClose(): void;
  /** Leads to the next animal of the list after saving; null at its end. */
  onNext: (() => void) | null;
};

/** The form that edits an animal. What is typed survives a reload and the end of the session. */
export function PetEditForm({ person, petId, found, links, onUnsaved, onClose, onNext }: Props) {
  const id = useId();
  const draft = usePetDraft({ person, petId, found });
  const form = useForm<EditValues>({ resolver: zodResolver(EditValues), defaultValues: draft.start });
  const values = useWatch({ control: form.control, compute: (all: EditValues) => all });
  const [unsentPhotos, setUnsentPhotos] = useState<string | null>(null);
  const [refusedFiles, setRefusedFiles] = useState(0);
  const isUnsaved = draft.isUnsaved(values);
  const choices = useCollisionChoices(draft.collision, values);
  const wantsNext = useRef(false);
  const { request, online, dialog } = useSaving({
    petId,
    draft,
    form,
    choices,
    refusedFiles,
    onSaved() {
      if (unsentPhotos !== null) return;
      if (wantsNext.current && onNext) onNext();
      else onClose();
    },
  });
  useValuesChanged(form, (changed) => {
    draft.saveDraft(changed);
    request.onEdit();
    online.end();
  });
  useUnsaved(isUnsaved ? "Your changes are not saved. Discard them?" : unsentPhotos, onUnsaved, draft.discard);

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
          <EditControls
            control={form.control}
            pet={found.pet}
            newName={values.name === draft.base.name ? "" : values.name}
            cameAt={found.cameAt}
            photos={<PhotosEditor petId={petId} found={found} onUnsent={setUnsentPhotos} onRefused={setRefusedFiles} />}
          />
        </form>
        <Problem petId={petId} request={request} />
        {links}
        {dialog}
      </SheetBody>
      <EditFooter
        form={id}
        isSending={request.isSending}
        left={choices.left}
        note={online.note}
        hasNext={onNext !== null}
        wantsNext={wantsNext}
      />
    </>
  );
}

type ControlsProps = {
  control: Control<EditValues>;
  pet: EditedPet["pet"];
  /** The name, or an empty string if it has not changed. */
  newName: string;
  cameAt: string;
  photos: ReactNode;
};

/** The controls of the form, and the photos, which are saved on their own. */
function EditControls({ control, pet, newName, cameAt, photos }: ControlsProps) {
  const name = useController({ control, name: "name" });
  const kind = useController({ control, name: "kind" });
  const status = useController({ control, name: "status" });
  return (
    <>
      <PetControls controls={{ name, kind, status }} newName={newName} except={pet.id} current={pet.status} />
      <FactsControls control={control} cameAt={cameAt} />
      <StoryControl control={control} />
      {photos}
    </>
  );
}

type SavingOptions = {
  petId: bigint;
  draft: ReturnType<typeof usePetDraft>;
  form: UseFormReturn<EditValues>;
  choices: ReturnType<typeof useCollisionChoices>;
  /** How many files were refused as photos. They disappear with the sheet. */
  refusedFiles: number;
  /** Called after saving. The sheet then stays open until all photos have been sent. */
  onSaved(): void;
};

/** Saves the form, now or once the connection is back. `dialog` asks before applications are declined. */
function useSaving({ petId, draft, form, choices, refusedFiles, onSaved }: SavingOptions) {
  const adoption = useAdoptionQuestion();
  const showSaved = useSavedToast();
  const online = useSaveWhenOnline(() => request.sendAgain());
  const request = useRequestForm({
    form,
    send: async (sent): Promise<void> => {
      if (choices.left > 0) return choices.focusChoices();
      if (!navigator.onLine) return online.begin(request.failure);
      const isAdopted = sent.status === "sold" && draft.base.status !== "sold";
      const answer = await adoption.ask(isAdopted ? [{ id: petId, name: draft.base.name }] : []);
      if (answer === "cancelled") return;
      const { edit, collision } = await draft.save(withTrimmedName(sent, draft.base.name));
      form.reset(edit.wanted);
      if (collision) return;
      onSaved();
      // The toast about the hand-over says everything.
      if (answer === "handed over" && edit.made?.length === 0 && refusedFiles === 0) return;
      const declined = typeof answer === "string" ? [] : answer.declined;
      const notes = [declinedWords(declined), notAddedWords(refusedFiles)].filter(Boolean);
      showSaved({ id: petId, name: edit.wanted.name }, notes.join(" "), edit.made);
    },
  });
  return { request, online, dialog: adoption.dialog };
}

/** Says how many files were not added: "1 file was not added." */
function notAddedWords(files: number): string {
  if (files === 0) return "";
  return files === 1 ? "1 file was not added." : `${files} files were not added.`;
}

/** Returns a function that reports a saved edit, and offers to undo the versions that it made. */
function useSavedToast() {
  const petsChanged = usePetsChanged();
  return (pet: { id: bigint; name: string }, note: string, made: string[] | null) => {
    const undo = async () => {
      await undoVersions(pet.id, made ?? []).finally(() => void petsChanged());
    };
    const offer = made && made.length > 0 ? undoAction(undo, { about: `pet-${pet.id}`, reasonOf: whyNot }) : {};
    showPetToast(pet, `was saved. ${note}`.trim(), offer);
  };
}

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
