"use client";

import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { photoAlt } from "@/lib/photos/alt";
import type { Photo } from "@/lib/photos/schema";
import { buttonClass } from "../../ui/button-class";
import { cx } from "../../ui/cx";
import { StripButton } from "./strip-button";
import { useStrip } from "./use-strip";

/** What opens the viewer at a photo. */
export type ViewerHandle = { open(index: number): void };

type Props = {
  ref: Ref<ViewerHandle>;
  photos: readonly Photo[];
  name: string;
  /** Called with the photo that was shown last. */
  onClose(index: number): void;
};

/** The photos as large as the window, and larger. Nothing of it is loaded before it opens. */
export function PhotoViewer({ ref, photos, name, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isZoomed, setZoomed] = useState(false);
  const { ref: strip, current, show, onKeyDown } = useStrip(photos.length, isOpen);

  const open = (index: number) => {
    flushSync(() => {
      setOpen(true);
      setZoomed(false);
    });
    dialog.current?.showModal();
    show(index, "instant");
    strip.current?.children[index]?.querySelector("button")?.focus({ preventScroll: true });
  };
  useImperativeHandle(ref, () => ({ open }));

  const closed = () => {
    setOpen(false);
    onClose(current);
  };
  return (
    <dialog
      ref={dialog}
      aria-label={`Photos of ${name}`}
      onClose={closed}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-page text-ink backdrop:bg-scrim"
    >
      {isOpen && (
        <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
          <div className="flex items-center justify-between gap-3 px-3 py-2">
            <p className="px-1 whitespace-nowrap tabular-nums" aria-live="polite">
              Photo {current + 1} of {photos.length}
            </p>
            <div className="flex gap-2">
              <button
                type="button"
                className={buttonClass("quiet", "whitespace-nowrap max-sm:px-3!")}
                aria-pressed={isZoomed}
                onClick={() => setZoomed(!isZoomed)}
              >
                {isZoomed ? "Zoom out" : "Zoom in"}
              </button>
              <button
                type="button"
                className={buttonClass("quiet", "whitespace-nowrap max-sm:px-3!")}
                onClick={() => dialog.current?.close()}
              >
                Close
              </button>
            </div>
          </div>
          <div className="relative min-h-0">
            <ul
              ref={strip}
              onKeyDown={onKeyDown}
              className="flex size-full snap-x snap-mandatory overflow-x-auto overscroll-contain [scrollbar-width:none]"
            >
              {photos.map((photo, index) => (
                <Slide
                  key={String(photo.id)}
                  photo={photo}
                  alt={photoAlt(photo, name, index, photos.length)}
                  zoomed={isZoomed && index === current}
                  onPress={() => setZoomed(!isZoomed)}
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
        </div>
      )}
    </dialog>
  );
}

type SlideProps = { photo: Photo; alt: string; zoomed: boolean; onPress(): void };

/** One photo: whole, or twice as wide as the window, to be moved about. */
function Slide({ photo, alt, zoomed, onPress }: SlideProps) {
  return (
    <li className={cx("size-full shrink-0 snap-center", zoomed ? "overflow-auto" : "overflow-hidden")}>
      <button
        type="button"
        aria-label={`${zoomed ? "Zoom out" : "Zoom in"}: ${alt}`}
        onClick={onPress}
        className={cx(
          "relative block size-full outline-offset-[-4px]",
          zoomed ? "h-auto min-h-full w-[200%] cursor-zoom-out" : "cursor-zoom-in",
        )}
      >
        <img
          src={photo.urls[1280]}
          alt={alt}
          width={photo.width}
          height={photo.height}
          loading="lazy"
          className={zoomed ? "h-auto w-full" : "absolute inset-0 size-full object-contain p-1"}
        />
      </button>
    </li>
  );
}
