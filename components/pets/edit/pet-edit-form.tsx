"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useCallback, useId, useRef, useState } from "react";
import { type Control, type UseFormReturn, useController, useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { declinedWords } from "@/lib/adoptions/consequences";
import { isCertain } from "@/lib/http/errors";
import { type EditedPet, usePetsChanged } from "@/lib/pets/client";
import { showInLists } from "@/lib/pets/desk/queries";
import {
  EditDraft,
  EditValues,
  readPetValues,
  readProfileValues,
  toEditValues,
  withTrimmedName,
} from "@/lib/pets/edit/pet-values";
import { type Collision, draftName, type EditBase, type PetEdit, type SaveStep, saveEdit } from "@/lib/pets/edit/save";
import type { ListedPet } from "@/lib/pets/list/schema";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { differ } from "@/lib/values/objects";
import { useUndoOffer } from "../../audit/undo-offer";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/button";
import { FormMessage } from "../../ui/field";
import { useWhenOnline } from "../../ui/load-problem";
import { stack } from "../../ui/panel";
import { useRequestForm } from "../../ui/request-form";
import { SheetBody, SheetFooter } from "../../ui/sheet";
import { useValuesChanged } from "../../ui/tab-state";
import { useAdoptionQuestion } from "../adoption-question";
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

/** What was typed, and the version and the values that it started from. */
const Draft = z.object({ base: z.object({ version: z.string(), values: EditDraft }), values: EditDraft });

type Options = { person: string; petId: bigint; found: EditedPet };

/** Saved by tab and person while it differs from what is stored. */
function usePetDraft({ person, petId, found }: Options) {
  const client = useQueryClient();
  const petsChanged = usePetsChanged();
  const name = draftName(person, petId);
  const [restored] = useState(() => readFromTab(name, Draft));
  const [isRestored, setRestored] = useState(restored !== null);
  const [base, setBase] = useState<EditBase>(restored?.base ?? { version: found.version, values: toEditValues(found) });
  const [collision, setCollision] = useState<Collision | null>(null);
  // The form is compared with what was saved before React has rendered. Saving may need several attempts.
  const latest = useRef<Pick<PetEdit, "stored" | "made">>({ stored: base, made: [] });

  const saveDraft = useCallback((values: EditValues) => saveDraftInTab(name, latest.current.stored, values), [name]);
  const discard = () => {
    saveInTab(name, null);
    setCollision(null);
    setRestored(false);
  };
  const onStep = (edit: PetEdit) => {
    latest.current = edit;
    setBase(edit.stored);
    saveDraftInTab(name, edit.stored, edit.wanted);
  };

  /** Saves the values, merged with what others have changed since. @throws ApiError */
  const save = async (values: EditValues, confirm?: string): Promise<SaveStep> => {
    // The list beside the sheet has the new values at once.
    showInLists(client, petId, toListed(values, found));
    try {
      const step = await saveEdit(petId, { ...latest.current, wanted: values }, onStep, confirm);
      setCollision(step.collision);
      setRestored(false);
      latest.current = { stored: step.edit.stored, made: step.collision ? step.edit.made : [] };
      return step;
    } catch (error) {
      showInLists(client, petId, toListed(latest.current.stored.values, found));
      throw error;
    } finally {
      void petsChanged();
    }
  };
  return {
    start: restored?.values ?? base.values,
    /** Whether the values are from before, and neither saved nor discarded since. */
    isRestored,
    base: base.values,
    isUnsaved: (values: EditValues) => differ(base.values, values),
    saveDraft,
    discard,
    save,
    collision,
  };
}

/** Or deletes it, if it does not differ from what is stored. */
const saveDraftInTab = (name: string, base: EditBase, values: EditValues) =>
  saveInTab(name, differ(base.values, values) ? { base, values } : null);

const toListed = (values: EditValues, { profile }: EditedPet): Partial<ListedPet> => ({
  ...readPetValues(values),
  profile: { ...profile, ...readProfileValues(values) },
});

const NOT_SAVED = "Not saved: you are offline. It is saved when the connection returns.";
const IN_DOUBT =
  "We do not know whether your changes were saved, and you are offline. They are saved again when the connection " +
  "returns: nothing is changed twice.";

/** An edit that was sent without an answer (`failure`) may be sent again: it is compared with what is stored. */
function useSaveWhenOnline(save: () => void) {
  const [note, setNote] = useState<string | null>(null);
  useWhenOnline(() => {
    if (note === null) return;
    setNote(null);
    save();
  });
  return {
    note,
    begin: (failure: unknown) =>
      setNote((before) => (before === IN_DOUBT || (failure !== null && !isCertain(failure)) ? IN_DOUBT : NOT_SAVED)),
    end: () => setNote(null),
  };
}

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
  const draft = usePetDraft({ person, petId, found });
  const form = useForm<EditValues>({ resolver: zodResolver(EditValues), defaultValues: draft.start });
  const values = useWatch({ control: form.control, compute: (all: EditValues) => all });
  const [unsentPhotos, setUnsentPhotos] = useState<string | null>(null);
  const isUnsaved = draft.isUnsaved(values);
  const choices = useCollisionChoices(draft.collision, values);
  const wantsNext = useRef(false);
  const { request, online, dialog } = useSaving({
    petId,
    draft,
    form,
    choices,
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
            photos={<PhotosEditor petId={petId} found={found} onUnsent={setUnsentPhotos} />}
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
  newName: string;
  cameAt: string;
  photos: ReactNode;
};

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
  /** Called after saving. The sheet then stays open until all photos have been sent. */
  onSaved(): void;
};

/** Saves the form, now or once the connection is back. `dialog` asks before applications are declined. */
function useSaving({ petId, draft, form, choices, onSaved }: SavingOptions) {
  const adoption = useAdoptionQuestion();
  const showSaved = useSavedToast();
  const online = useSaveWhenOnline(() => request.sendAgain());
  const request = useRequestForm({
    form,
    send: async (sent): Promise<void> => {
      if (choices.left > 0) return choices.focusChoices();
      if (!navigator.onLine) return online.begin(request.failure);
      const { name } = draft.base;
      const saved = await adoption.confirmed([{ id: petId, name }], async (confirm, consequences) => {
        const step = await draft.save(withTrimmedName(sent, name), confirm);
        return { ...step, note: declinedWords(consequences?.declines) };
      });
      if (saved === "cancelled") return;
      const { edit, collision, note } = saved;
      form.reset(edit.wanted);
      if (collision) return;
      onSaved();
      showSaved({ id: petId, name: edit.wanted.name }, note, edit.made);
    },
  });
  return { request, online, dialog: adoption.dialog };
}

/** Offers to undo what a save has changed. */
function useSavedToast() {
  const offerUndo = useUndoOffer();
  return (pet: { id: bigint; name: string }, note: string, made: string[]) =>
    showPetToast(pet, `was saved. ${note}`.trim(), offerUndo(made, { about: `pet-${pet.id}` }));
}

type ProblemProps = {
  petId: bigint;
  request: Pick<ReturnType<typeof useRequestForm<EditValues>>, "failure" | "sendAgain" | "resume">;
};

function Problem({ petId, request: { failure, sendAgain, resume } }: ProblemProps) {
  return (
    <>
      <RequestProblem
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
