import { useState } from "react";
import { sendUndoChange } from "@/lib/pets/changes/calls";
import { type HistoryGroup, photosChanged } from "@/lib/pets/changes/history-groups";
import type { FieldChanges } from "@/lib/pets/changes/history-schema";
import type { EditedPet } from "@/lib/pets/edit/calls";
import { type SetBack, setBack } from "@/lib/pets/edit/set-back";
import { undoVersions } from "@/lib/pets/edit/undo";
import { sendArrangePhotos } from "@/lib/pets/photos/calls";
import { usePetsChanged } from "@/lib/pets/queries";
import { whyNot } from "@/lib/pets/refusal-words";
import { showToast } from "../../../ui/toasts/show-toast";
import { undoAction } from "../../../ui/toasts/undo-action";
import { showPetToast } from "../../show-pet-toast";

/** Which entry was not undone and why, and the changes of its group that were undone. */
export type UndoProblem = { id: bigint; error: unknown; undone?: FieldChanges | undefined };

/** The actions on the entries of an animal's history, and the entry at which the last one failed. */
export function useHistoryActions(petId: bigint, current: EditedPet | null | undefined) {
  const petsChanged = usePetsChanged();
  const [problem, setProblem] = useState<UndoProblem | null>(null);
  const [isBusy, setBusy] = useState(false);

  const attempt = async (id: bigint, change: (onPart: (undone: FieldChanges) => void) => Promise<void>) => {
    if (isBusy) return;
    let undone: FieldChanges | undefined;
    setBusy(true);
    setProblem(null);
    try {
      await change((changes) => {
        undone = { ...undone, ...changes };
      });
    } catch (error) {
      setProblem({ id, error, undone });
    } finally {
      setBusy(false);
      await petsChanged();
    }
  };

  const undo = (group: HistoryGroup) =>
    attempt(group.id, async (onPart) => {
      await undoGroup(petId, group, current?.version, onPart);
      showToast({ text: "Undone.", about: `pet-${petId}` });
    });

  const setBackTo = (id: bigint, to: SetBack) =>
    attempt(id, async () => {
      if (!current) return;
      const { pet } = current;
      const made = [await setBack(current, to)];
      const takeBack = () => undoVersions(petId, made).finally(() => void petsChanged());
      showPetToast(pet, "was set back.", undoAction(takeBack, { about: `pet-${petId}`, reasonOf: whyNot }));
    });

  return { undo, setBackTo, isBusy: isBusy, problem };
}

/**
 * Undoes the entries of a group, newest first.
 * @throws ApiError, after `onPart` was called for those that are undone
 */
async function undoGroup(
  petId: bigint,
  { action, changes, parts }: HistoryGroup,
  version: string | undefined,
  onPart: (undone: FieldChanges) => void,
): Promise<void> {
  const photos = photosChanged(changes);
  if (action === "photo.added" && parts.length > 1 && photos && version) {
    // Undone one by one, each would be a newer change of the photos, after which the earlier ones cannot be undone.
    await sendArrangePhotos(petId, version, photos.before);
    return;
  }
  let current = version;
  for (const part of parts) {
    current = await sendUndoChange(petId, part.id, current);
    onPart(part.changes);
  }
}
