import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type EditedPet, fetchEditedPet } from "@/lib/pets/edit/calls";
import { editedPetQuery } from "@/lib/pets/edit/queries";
import { sendRemovePhoto } from "@/lib/pets/photos/calls";
import { changePhotos, type PhotosChange, undoRemoval, withChange } from "@/lib/pets/photos/edit";
import { photoProblem } from "@/lib/pets/photos/problem-words";
import type { Photo } from "@/lib/pets/photos/schema";
import { usePetsChanged } from "@/lib/pets/queries";
import { showToast, UNDO_MS } from "../../ui/toasts/show-toast";

/** Changes of an animal's photos. Each is shown immediately and saved. A refused one is reported and reverted. */
export function usePhotoChanges(petId: bigint, photos: Photo[]) {
  const client = useQueryClient();
  const petsChanged = usePetsChanged();
  const [problem, setProblem] = useState<string | null>(null);
  const show = (next: Photo[]) =>
    client.setQueryData<EditedPet | null>(
      editedPetQuery(petId).queryKey,
      (now) => now && { ...now, profile: { ...now.profile, photos: next } },
    );
  const read = async () => {
    const now = await fetchEditedPet(petId);
    return { version: now?.version ?? "0", photos: now?.profile.photos ?? [] };
  };
  /** Reads the photos again, here and in the lists. */
  const reload = async (): Promise<Photo[]> => {
    const now = await read();
    show(now.photos);
    void petsChanged();
    return now.photos;
  };
  /** Shows a change immediately and saves it. Returns whether it was saved. */
  const save = async (shown: Photo[], send: () => Promise<void>): Promise<boolean> => {
    setProblem(null);
    show(shown);
    const error = await send().then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error !== null) setProblem(photoProblem(error, "change"));
    await reload().catch(() => show(error === null ? shown : photos));
    return error === null;
  };
  const change = (wanted: PhotosChange) => save(withChange(photos, wanted), () => changePhotos(petId, wanted, read));
  /** Reports a change of the photos, and offers to undo it. `undo` sends the opposite. */
  const report = (text: string, undo: () => Promise<void>) =>
    showToast({
      text,
      about: `photos-${petId}`,
      action: { label: "Undo", onSelect: () => void save(photos, undo) },
      shownMs: UNDO_MS,
    });
  const reorder = async (ids: readonly bigint[]) => {
    const before = photos.map(({ id }) => id);
    if (!(await change({ order: ids }))) return;
    report("The order of the photos was changed.", () => changePhotos(petId, { order: before }, read));
  };
  const changeText = async ({ id, alt: before }: Photo, alt: string) => {
    const isSaved = await change({ id, alt });
    if (isSaved) report("What the photo shows was changed.", () => changePhotos(petId, { id, alt: before }, read));
    return isSaved;
  };
  const remove = async (photo: Photo) => {
    const rest = photos.filter((other) => other !== photo);
    if (!(await save(rest, () => sendRemovePhoto(petId, photo.id)))) return;
    report("The photo was removed.", async () => undoRemoval(petId, (await read()).version));
  };
  return { problem, setProblem, reload, reorder, changeText, remove };
}
