import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import * as z from "zod/mini";
import { isCertain } from "@/lib/http/errors";
import { differ } from "@/lib/merge-edits";
import { showInLists } from "@/lib/pets/desk/show-in-lists";
import type { EditedPet } from "@/lib/pets/edit/calls";
import { draftName } from "@/lib/pets/edit/drafts";
import { readPetValues } from "@/lib/pets/edit/pet-values";
import { type Collision, type EditBase, saveEdit } from "@/lib/pets/edit/save";
import { EditDraft, type EditValues, readProfile, toEditValues } from "@/lib/pets/edit/values";
import type { ListedPet } from "@/lib/pets/list/schema";
import { petKeys } from "@/lib/pets/queries";
import { refetch } from "@/lib/refetch";
import { readFromTab, saveInTab } from "@/lib/tab-storage";

/** What was typed, and the version and the values that it started from. */
const Draft = z.object({ base: z.object({ version: z.string(), values: EditDraft }), values: EditDraft });

/** The result of saving. */
type Saved = {
  /** The new values of the form. */
  values: EditValues;
  /** Whether there is a collision to resolve. */
  hasCollided: boolean;
  /** The versions that were made, or null if not all are known, because an answer was lost. */
  made: string[] | null;
};

type Options = { person: string; petId: bigint; found: EditedPet };

/** The draft of an edit. While it differs from what is stored, it is saved by tab and person. */
export function usePetDraft({ person, petId, found }: Options) {
  const client = useQueryClient();
  const name = draftName(person, petId);
  const [restored] = useState(() => readFromTab(name, Draft));
  const [isRestored, setRestored] = useState(restored !== null);
  const [base, setBase] = useState<EditBase>(restored?.base ?? { version: found.version, values: toEditValues(found) });
  // A ref, because after saving the form is compared with what was saved, before React has rendered again.
  const latestBase = useRef(base);
  const [collision, setCollision] = useState<Collision | null>(null);
  // Saving may need several attempts.
  const made = useRef<Saved["made"]>([]);

  const write = useCallback(
    (from: EditBase, values: EditValues) =>
      saveInTab(name, differ(from.values, values) ? { base: from, values } : null),
    [name],
  );
  const keep = useCallback((values: EditValues) => write(latestBase.current, values), [write]);
  const discard = () => {
    saveInTab(name, null);
    setCollision(null);
    setRestored(false);
  };

  /** Saves the values, merged with what others have changed since. @throws ApiError */
  const save = async (values: EditValues): Promise<Saved> => {
    let latest = values;
    const onStep = (stored: EditBase, wanted: EditValues) => {
      latest = wanted;
      latestBase.current = stored;
      setBase(stored);
      write(stored, wanted);
    };
    const show = (shown: EditValues) => showInLists(client, petId, toListed(shown, found));
    // The list beside the sheet has the new values at once.
    show(values);
    try {
      const onMade = (version: string) => made.current?.push(version);
      const collided = await saveEdit({ petId, base, values, onStep, onMade });
      setCollision(collided);
      setRestored(false);
      const all = made.current;
      if (collided === null) made.current = [];
      return { values: latest, hasCollided: collided !== null, made: all };
    } catch (error) {
      if (!isCertain(error)) made.current = null;
      show(latestBase.current.values);
      throw error;
    } finally {
      void refetch(client, petKeys.all);
    }
  };
  return {
    /** The initial values of the form. */
    start: restored?.values ?? base.values,
    /** Whether the values are from before, and neither saved nor discarded since. */
    isRestored,
    base: base.values,
    isUnsaved: (values: EditValues) => differ(base.values, values),
    keep,
    discard,
    save,
    collision,
  };
}

/** Returns what the list shows of an animal with these values. */
const toListed = (values: EditValues, { profile }: EditedPet): Partial<ListedPet> => ({
  ...readPetValues(values),
  profile: { ...profile, ...readProfile(values) },
});
