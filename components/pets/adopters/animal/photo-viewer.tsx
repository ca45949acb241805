"use client";

import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { photoAlt } from "@/lib/pets/photos/alt";
import type { Photo } from "@/lib/pets/photos/schema";
import { isolate } from "@/lib/values/bidi";
import { nameInSentence } from "@/lib/values/excerpt";
import { cx } from "../../../ui/style/cx";
import { PhotoSlide } from "./photo-slide";
import { StripButton } from "./strip-button";
import { Thumbnails } from "./thumbnails";
import { useStrip } from "./use-strip";
import { useZoom } from "./use-zoom";

type Props = {
  photos: readonly Photo[];
  name: string;
  /** The index of the photo that is shown first. */
  first: number;
  /** Called with the index of the photo that is shown. */
  onShow(index: number): void;
  onClose(): void;
};

/** Shows the photos as large as the window, or enlarged. Open while it is rendered. */
export function PhotoViewer({ photos, name, first, onShow, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { ref: strip, current, show, onKeyDown } = useStrip(photos.length, first);
  const { zoomed, toggle } = useZoom(strip);
  const isZoomed = zoomed === current;

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens only once.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    show(first, "instant");
    strip.current?.children[first]?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  // In the same moment as its number appears, so that going back right then leads to this photo.
  // biome-ignore lint/correctness/useExhaustiveDependencies: called only for another photo.
  useLayoutEffect(() => onShow(current), [current]);
  return (
    <dialog
      ref={dialog}
      aria-label={`Photos of ${isolate(nameInSentence(name))}`}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-stage text-stage-ink backdrop:bg-stage **:focus-visible:outline-stage-ink"
    >
      <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
        <Head
          count={photos.length}
          current={current}
          isZoomed={isZoomed}
          onZoom={() => toggle(current)}
          onClose={() => dialog.current?.close()}
        />
        <div className={cx("relative row-start-2 min-h-0", isZoomed && zoomedFocus)}>
          <ul
            ref={strip}
            // The arrow keys then move the enlarged photo.
            onKeyDown={isZoomed ? undefined : onKeyDown}
            className="flex size-full snap-x snap-mandatory overflow-x-auto overscroll-contain [scrollbar-width:none]"
          >
            {photos.map((photo, index) => (
              <PhotoSlide
                key={String(photo.id)}
                photo={photo}
                alt={photoAlt(photo, name, index, photos.length)}
                isShown={index === current}
                isZoomed={index === zoomed}
                onPress={(event) => toggle(index, placeOf(event))}
                onLeave={() => dialog.current?.close()}
              />
            ))}
          </ul>
          {photos.length > 1 && (
            <>
              <StripButton direction="previous" off={current === 0} onPress={() => show(current - 1)} />
              <StripButton direction="next" off={current === photos.length - 1} onPress={() => show(current + 1)} />
            </>
          )}
        </div>
        <Foot photos={photos} current={current} onShow={show} />
      </div>
    </dialog>
  );
}

type HeadProps = { count: number; current: number; isZoomed: boolean; onZoom(): void; onClose(): void };

/** Which photo is shown, and the buttons that enlarge it and close the view. */
function Head({ count, current, isZoomed, onZoom, onClose }: HeadProps) {
  return (
    <div className="col-start-1 row-start-1 flex items-center justify-between gap-3 px-3 py-2">
      <p className="px-1 whitespace-nowrap tabular-nums" aria-live="polite">
        Photo {current + 1} of {count}
      </p>
      <div className="flex gap-2">
        <StageButton label={isZoomed ? "Zoom out" : "Zoom in"} pressed={isZoomed} onPress={onZoom}>
          <path d={isZoomed ? "M7.5 10.5h6" : "M7.5 10.5h6m-3-3v6"} />
          <path d="m15.5 15.5 5 5m-3-10a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z" />
        </StageButton>
        <StageButton label="Close" onPress={onClose}>
          <path d="m6 6 12 12M18 6 6 18" />
        </StageButton>
      </div>
    </div>
  );
}

/** The description of the photo, and the thumbnails. */
function Foot({ photos, current, onShow }: { photos: readonly Photo[]; current: number; onShow(at: number): void }) {
  return (
    <div className={cx("grid justify-items-center gap-2 px-3 py-2.5", lowFoot)}>
      <Captions photos={photos} current={current} />
      {photos.length > 1 && (
        <Thumbnails
          photos={photos}
          current={current}
          // With arrow keys, the large photo is the only tab stop needed.
          tabIndex={-1}
          onShow={onShow}
          className="justify-center max-[22rem]:gap-1.5 max-[22rem]:[&_a]:size-11 [&_img]:brightness-100"
        />
      )}
    </div>
  );
}

/** In a low window, the thumbnails are beside the counter, to leave the height to the photo. */
const lowFoot =
  "[@media(height<30rem)]:col-start-1 [@media(height<30rem)]:row-start-1 [@media(height<30rem)]:justify-self-center";

/** The edges of an enlarged photo are out of view, so its focus ring is drawn on top, around the visible part. */
const zoomedFocus = cx(
  "after:pointer-events-none after:absolute after:inset-1.5 after:rounded-control has-[ul_:focus-visible]:after:outline-3",
  "has-[ul_:focus-visible]:after:outline-stage-ink has-[ul_:focus-visible]:after:ring-5 has-[ul_:focus-visible]:after:ring-stage",
);

/** The description of the photo that is shown. The space is reserved for the longest, so that no photo changes size. */
function Captions({ photos, current }: { photos: readonly Photo[]; current: number }) {
  return (
    <div aria-hidden="true" className="grid text-center [@media(height<30rem)]:hidden">
      {photos.map(({ id, alt }, index) => (
        <p
          key={String(id)}
          dir="auto"
          className={cx("col-start-1 row-start-1 line-clamp-2", index !== current && "invisible")}
        >
          {alt}
        </p>
      ))}
    </div>
  );
}

/** Returns where the mouse or a finger pressed, or undefined for the keyboard. */
const placeOf = ({ detail, clientX, clientY }: MouseEvent) => (detail === 0 ? undefined : { x: clientX, y: clientY });

type StageButtonProps = { label: string; pressed?: boolean; onPress(): void; children: ReactNode };

/** A round button with an icon, on the dark background. */
function StageButton({ label, pressed, onPress, children }: StageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
      className="grid size-11 cursor-pointer place-items-center rounded-pill bg-stage-control transition hover:opacity-85 focus-visible:rounded-pill active:scale-95"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-6 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
      >
        {children}
      </svg>
    </button>
  );
}
