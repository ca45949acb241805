import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { EditedPet } from "@/lib/pets/edit/calls";
import { MAX_PHOTOS, type Photo } from "@/lib/pets/photos/schema";
import type { PhotoUpload } from "@/lib/pets/photos/upload-queue";
import { FileButton } from "../../ui/buttons/file-button";
import { FormMessage } from "../../ui/forms/field";
import { stack } from "../../ui/style/panel";
import { PhotoCard } from "./photo-card";
import { SHEET_PARTS } from "./sheet-parts";
import { UploadCard } from "./upload-card";
import { usePhotoChanges } from "./use-photo-changes";
import { usePhotoDrag } from "./use-photo-drag";
import { usePhotoUploads } from "./use-photo-uploads";

type Props = {
  petId: bigint;
  found: EditedPet;
  /** Called with the question to ask before abandoning photos that are not stored yet, or null if there are none. */
  onUnsent(question: string | null): void;
  /** Called with how many files were refused for good and are still shown. */
  onRefused(count: number): void;
};

/** The photos of an animal. They can be added, described, ordered and removed. Each change is saved immediately. */
export function PhotosEditor({ petId, found, onUnsent, onRefused }: Props) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const [said, setSaid] = useState("");
  const { photos } = found.profile;
  const { problem, setProblem, reload, reorder, changeText, remove } = usePhotoChanges(petId, photos);
  const { uploads, add, retry, cancel } = usePhotoUploads(petId, photos, reload);
  useReports(uploads, onUnsent, onRefused);

  const moveTo = (photo: Photo, to: number) => {
    const ids = photos.filter((other) => other.id !== photo.id).map((other) => other.id);
    ids.splice(to, 0, photo.id);
    setSaid(`Photo moved to place ${to + 1} of ${photos.length}.${to === 0 ? " It is the cover now." : ""}`);
    void reorder(ids);
  };
  const drag = usePhotoDrag(photos, moveTo);
  const choose = (files: readonly File[]) => {
    flushSync(() => {
      const left = add(files);
      const words = left === 1 ? "one was left out" : `${left} were left out`;
      setProblem(left === 0 ? null : `An animal can have up to ${MAX_PHOTOS} photos: ${words}.`);
    });
    // The new photos are at the end.
    section.current?.scrollIntoView({ block: "end" });
  };
  const count = photos.length + uploads.length;

  return (
    <section ref={section} id={SHEET_PARTS.photos} tabIndex={-1} className={stack} aria-labelledby={`${id}-heading`}>
      <Intro headingId={`${id}-heading`} stored={photos.length} hasPhotos={count > 0} />
      <ol {...drag.list} className="grid gap-3 empty:hidden" aria-label="Photos in their order">
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
          <UploadCard key={upload.key} upload={upload} onRetry={retry} onCancel={cancel} />
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

/** Reports the question to ask before abandoning photos, and how many files were refused for good. */
function useReports(uploads: readonly PhotoUpload[], onUnsent: Props["onUnsent"], onRefused: Props["onRefused"]) {
  const unsent = unsentQuestion(uploads);
  const reportUnsent = useEffectEvent(onUnsent);
  useEffect(() => reportUnsent(unsent), [unsent]);
  const refused = uploads.filter(({ state, canRetry }) => state === "failed" && !canRetry).length;
  const reportRefused = useEffectEvent(onRefused);
  useEffect(() => reportRefused(refused), [refused]);
}

/**
 * Returns the question to ask before abandoning photos that are not stored yet. Photos that were refused for good do
 * not count.
 */
function unsentQuestion(uploads: readonly PhotoUpload[]): string | null {
  if (uploads.some(({ state }) => state === "queued" || state === "sending"))
    return "Photos are still being sent. Stop sending them?";
  const [first, ...others] = uploads.filter(({ canRetry }) => canRetry);
  if (!first) return null;
  return others.length === 0
    ? `${first.name} was not added. Close without it?`
    : `${others.length + 1} photos were not added. Close without them?`;
}
