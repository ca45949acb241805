import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import * as z from "zod/mini";
import { isCertain } from "@/lib/http/errors";
import { differ } from "@/lib/merge-edits";
import { showInLists } from "@/lib/pets/desk/show-in-lists";
import type { EditedPet } from "@/lib/pets/edit/calls";
import { draftName } from "@/lib/pets/edit/drafts";
import { readPetValues } from "@/lib/pets/edit/pet-values";
import { type Collision, type EditBase, type PetEdit, type SaveStep, saveEdit } from "@/lib/pets/edit/save";
import { EditDraft, type EditValues, readProfileValues, toEditValues } from "@/lib/pets/edit/values";
import type { ListedPet } from "@/lib/pets/list/schema";
import { usePetsChanged } from "@/lib/pets/queries";
import { readFromTab, saveInTab } from "@/lib/tab-storage";

/** What was typed, and the version and the values that it started from. */
const Draft = z.object({ base: z.object({ version: z.string(), values: EditDraft }), values: EditDraft });

type Options = { person: string; petId: bigint; found: EditedPet };

/** The draft of an edit. While it differs from what is stored, it is saved by tab and person. */
export function usePetDraft({ person, petId, found }: Options) {
  const client = useQueryClient();
  const petsChanged = usePetsChanged();
  const name = draftName(person, petId);
  const [restored] = useState(() => readFromTab(name, Draft));
  const [isRestored, setRestored] = useState(restored !== null);
  const [base, setBase] = useState<EditBase>(restored?.base ?? { version: found.version, values: toEditValues(found) });
  const [collision, setCollision] = useState<Collision | null>(null);
  // A ref, because after saving the form is compared with what was saved, before React has rendered again. Saving may
  // need several attempts.
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
  const save = async (values: EditValues): Promise<SaveStep> => {
    // The list beside the sheet has the new values at once.
    showInLists(client, petId, toListed(values, found));
    try {
      const step = await saveEdit(petId, { ...latest.current, wanted: values }, onStep);
      setCollision(step.collision);
      setRestored(false);
      latest.current = { stored: step.edit.stored, made: step.collision ? step.edit.made : [] };
      return step;
    } catch (error) {
      if (!isCertain(error)) latest.current = { ...latest.current, made: null };
      showInLists(client, petId, toListed(latest.current.stored.values, found));
      throw error;
    } finally {
      void petsChanged();
    }
  };
  return {
    /** The initial values of the form. */
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

/** Saves a draft in the tab, or deletes it if it does not differ from what is stored. */
const saveDraftInTab = (name: string, base: EditBase, values: EditValues) =>
  saveInTab(name, differ(base.values, values) ? { base, values } : null);

/** Returns what the list shows of an animal with these values. */
const toListed = (values: EditValues, { profile }: EditedPet): Partial<ListedPet> => ({
  ...readPetValues(values),
  profile: { ...profile, ...readProfileValues(values) },
});
