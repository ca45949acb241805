import { useQueryClient } from "@tanstack/react-query";
import { type HTMLAttributes, type PointerEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { refusalWords } from "@/lib/http/refusal-words";
import { type EditedPet, editedPetQuery, fetchEditedPet, refetchPets, sendRemovePhoto } from "@/lib/pets/client";
import { changePhotos, type PhotosChange, withChange } from "@/lib/pets/photos/edit";
import { MAX_PHOTOS, type Photo } from "@/lib/pets/photos/schema";
import { type PhotoUpload, UploadQueue } from "@/lib/pets/photos/upload-queue";
import { useUndoOffer } from "../../audit/undo-offer";
import { FormMessage } from "../../ui/field";
import { FileButton } from "../../ui/form-controls";
import { useWhenOnline } from "../../ui/load-problem";
import { stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { showToast } from "../../ui/toast";
import { PhotoCard, UploadCard } from "./photo-card";

/** Each is shown immediately and saved. A refused one is reported and reverted. */
function usePhotoChanges(petId: bigint, photos: Photo[]) {
  const client = useQueryClient();
  const offerUndo = useUndoOffer();
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
  const reload = async () => {
    show((await read()).photos);
    void refetchPets(client);
  };
  /** Returns whether it was saved. */
  const save = async (shown: Photo[], send: () => Promise<string[]>, done: string): Promise<boolean> => {
    setProblem(null);
    show(shown);
    const made = await send().catch((error: unknown) => {
      setProblem(refusalWords(error));
      return null;
    });
    await reload().catch(() => show(made ? shown : photos));
    const about = `photos-${petId}`;
    if (made) showToast({ text: done, about, ...offerUndo(made, { about }) });
    return made !== null;
  };
  const change = (wanted: PhotosChange, done: string) =>
    save(withChange(photos, wanted), () => changePhotos(petId, wanted, read), done);
  return {
    problem,
    setProblem,
    reload,
    reorder: (order: readonly bigint[]) => change({ order }, "The order of the photos was changed."),
    changeText: ({ id }: Photo, alt: string) => change({ id, alt }, "What the photo shows was changed."),
    remove: (photo: Photo) => {
      const rest = photos.filter((other) => other !== photo);
      return save(rest, () => sendRemovePhoto(petId, photo.id), "The photo was removed.");
    },
  };
}

/** Keyboards and screen readers have a menu for this. Put `list` on the list and `handle` on each photo. */
function usePhotoDrag(photos: readonly Photo[], onDrop: (photo: Photo, to: number) => void) {
  const [drag, setDrag] = useState<{ id: bigint; to: number } | null>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const shown = [...photos];
  const from = photos.findIndex(({ id }) => id === drag?.id);
  const [dragged] = drag && from !== -1 ? shown.splice(from, 1) : [];
  if (drag && dragged) shown.splice(drag.to, 0, dragged);

  const handle = (photo: Photo): HTMLAttributes<HTMLElement> => ({
    onPointerDown: ({ button, pointerId, pointerType, target }: PointerEvent) => {
      if (button !== 0 || photos.length < 2) return;
      if (pointerType !== "mouse" && !(target instanceof Element && target.closest("[data-grip]"))) return;
      // The photo itself would lose the pointer: moving it in the list takes it out of the page for a moment.
      listRef.current?.setPointerCapture(pointerId);
      setDrag({ id: photo.id, to: photos.indexOf(photo) });
    },
  });
  const list = {
    ref: listRef,
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (!drag) return;
      const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-photo]");
      const to = shown.findIndex(({ id }) => id.toString() === under?.dataset.photo);
      if (to !== -1 && to !== drag.to) setDrag({ ...drag, to });
    },
    onPointerUp: () => {
      setDrag(null);
      if (drag && dragged && drag.to !== from) onDrop(dragged, drag.to);
    },
    onPointerCancel: () => setDrag(null),
  };
  return { shown, dragged: drag?.id ?? null, list, handle };
}

/**
 * Takes files that are dropped anywhere, also beside the sheet: the browser would leave the page for them. Returns
 * whether some are above the page.
 */
export function useDroppedFiles(onDrop: (files: readonly File[]) => void): boolean {
  const [isAbove, setAbove] = useState(false);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    const follow = (event: DragEvent) => {
      const { type, dataTransfer, relatedTarget } = event;
      if (!dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setAbove(type === "dragover" || (type === "dragleave" && relatedTarget !== null));
      if (type === "drop") take([...dataTransfer.files]);
    };
    for (const type of DRAGS) addEventListener(type, follow);
    return () => {
      for (const type of DRAGS) removeEventListener(type, follow);
    };
  }, []);
  return isAbove;
}

const DRAGS = ["dragover", "dragleave", "drop"] as const;

/** Leaving the sheet stops them. `read` reads the animal's photos again. */
function usePhotoUploads(petId: bigint, read: () => Promise<unknown>) {
  const [uploads, setUploads] = useState<PhotoUpload[]>([]);
  const [queue] = useState(() => new UploadQueue({ petId, read, onChange: setUploads }));
  useEffect(() => () => queue.close(), [queue]);
  useWhenOnline(() => queue.resume());
  return { uploads, queue };
}

type PhotosEditorProps = {
  petId: bigint;
  found: EditedPet;
  /** The question to ask before abandoning photos that are not stored, or null. */
  onUnsent(question: string | null): void;
};

export function PhotosEditor({ petId, found, onUnsent }: PhotosEditorProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const [said, setSaid] = useState("");
  const { photos } = found.profile;
  const { problem, setProblem, reload, reorder, changeText, remove } = usePhotoChanges(petId, photos);
  const { uploads, queue } = usePhotoUploads(petId, reload);
  const unsent = unsentQuestion(uploads);
  const reportUnsent = useEffectEvent(onUnsent);
  useEffect(() => reportUnsent(unsent), [unsent]);

  const moveTo = (photo: Photo, to: number) => {
    const ids = photos.filter((other) => other.id !== photo.id).map((other) => other.id);
    ids.splice(to, 0, photo.id);
    setSaid(`Photo moved to place ${to + 1} of ${photos.length}.${to === 0 ? " It is the cover now." : ""}`);
    void reorder(ids);
  };
  const drag = usePhotoDrag(photos, moveTo);
  const choose = (files: readonly File[]) => {
    flushSync(() => {
      const left = queue.add(files, photos.length);
      const words = left === 1 ? "one was left out" : `${left} were left out`;
      setProblem(left === 0 ? null : `An animal can have up to ${MAX_PHOTOS} photos: ${words}.`);
    });
    // The new photos are at the end.
    section.current?.scrollIntoView({ block: "end" });
  };
  const isDropTarget = useDroppedFiles(choose);
  const count = photos.length + uploads.length;

  return (
    <section
      ref={section}
      className={cx(stack, isDropTarget && "rounded-control outline-3 outline-offset-8 outline-accent outline-dashed")}
      aria-labelledby={`${id}-heading`}
    >
      <Intro headingId={`${id}-heading`} stored={photos.length} hasPhotos={count > 0} />
      <ol
        {...drag.list}
        className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3"
        aria-label="Photos in their order"
      >
        {drag.shown.map((photo, at) => (
          <PhotoCard
            key={photo.id.toString()}
            photo={photo}
            at={at}
            count={photos.length}
            isDragged={drag.dragged === photo.id}
            handle={drag.handle(photo)}
            onMove={(to) => moveTo(photo, to)}
            onRemove={() => void remove(photo)}
            onDescribe={(alt) => changeText(photo, alt)}
          />
        ))}
        {uploads.map((upload) => (
          <UploadCard key={upload.key} upload={upload} queue={queue} />
        ))}
      </ol>
      <FormMessage role="alert" kind="problem">
        {problem}
      </FormMessage>
      <p role="status" className="sr-only">
        {said}
      </p>
      {count >= MAX_PHOTOS ? (
        <p className="text-sm text-soft">There is room for {MAX_PHOTOS} photos. Remove one to add another.</p>
      ) : (
        // Phones offer the camera, and convert other formats to one of these.
        <FileButton
          label={photos.length === 0 ? "Add photos" : "Add more photos"}
          accept="image/jpeg,image/png,image/webp"
          multiple
          onChoose={choose}
        />
      )}
    </section>
  );
}

type IntroProps = { headingId: string; stored: number; hasPhotos: boolean };

function Intro({ headingId, stored, hasPhotos }: IntroProps) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={headingId}>Photos</h3>
        <p className="text-sm text-soft">
          {stored} of {MAX_PHOTOS}
        </p>
      </div>
      <p className="text-sm text-soft">
        Photos, their order and their texts are saved at once, without “Save”.
        {hasPhotos && " Say what each photo shows, for people who cannot see it."}
      </p>
    </>
  );
}

/** Photos that were refused for good do not count. */
function unsentQuestion(uploads: readonly PhotoUpload[]): string | null {
  if (uploads.some(({ state }) => state === "queued" || state === "sending"))
    return "Photos are still being sent. Stop sending them?";
  return uploads.some(({ canRetry }) => canRetry) ? "Some photos were not added. Close without them?" : null;
}
