"use client";

import { type MouseEvent, useLayoutEffect, useRef } from "react";
import { photoAlt } from "@/lib/pets/photos/files";
import type { Photo } from "@/lib/pets/photos/schema";
import { isolate, nameInSentence } from "@/lib/values/words";
import { Icon } from "../../../ui/icons";
import { cx } from "../../../ui/style";
import { StripButtons, Thumbnails, useStrip } from "./photo-strip";

/** The most that a photo is shown with, in pixels: twice its largest file. */
const MAX_PX = 2560;

type Props = { photo: Photo; alt: string; onLeave(): void };

function PhotoSlide({ photo, alt, onLeave }: Props) {
  // A press beside the photo.
  const leave = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) onLeave();
  };
  const ratio = photo.width / photo.height;
  const width = `min(100cqw, ${100 * ratio}cqh, ${Math.min(MAX_PX, 2 * photo.width)}px)`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard, Escape closes the viewer.
    <li onClick={leave} className="grid size-full shrink-0 snap-center overflow-hidden p-1.5 [container-type:size]">
      <img
        src={photo.urls[1280]}
        alt={alt}
        width={photo.width}
        height={photo.height}
        loading="lazy"
        draggable={false}
        // The thumbnail fills the place until the file has arrived.
        style={{ width, aspectRatio: ratio, backgroundImage: `url(${photo.urls[320]})` }}
        // The background is dark in both themes.
        className="m-auto bg-cover brightness-100"
      />
    </li>
  );
}

type PhotoViewerProps = {
  photos: readonly Photo[];
  name: string;
  current: number;
  onShow(index: number): void;
  onClose(): void;
};

/** Shows the photos as large as the window. Open while it is rendered. */
export function PhotoViewer({ photos, name, current, onShow, onClose }: PhotoViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { ref: strip, show, onKeyDown, onScrollEnd } = useStrip(photos.length, current, onShow);

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens only once.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    show(current, "instant");
    strip.current?.focus({ preventScroll: true });
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={`Photos of ${isolate(nameInSentence(name))}`}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-stage text-stage-ink backdrop:bg-stage **:focus-visible:outline-stage-ink"
    >
      <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="col-start-1 row-start-1 flex items-center justify-between gap-3 px-3 py-2">
          <p className="px-1 whitespace-nowrap tabular-nums" aria-live="polite">
            Photo {current + 1} of {photos.length}
          </p>
          <button
            type="button"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
            className="grid size-11 cursor-pointer place-items-center rounded-pill bg-stage-control transition hover:opacity-85 focus-visible:rounded-pill active:scale-95 [&>svg]:size-6"
          >
            <Icon path="m6 6 12 12M18 6 6 18" />
          </button>
        </div>
        <div className="relative row-start-2 min-h-0">
          <ul
            ref={strip}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys scroll it.
            tabIndex={0}
            onKeyDown={onKeyDown}
            onScrollEnd={onScrollEnd}
            className="flex size-full snap-x snap-mandatory overflow-x-auto overscroll-contain [scrollbar-width:none] focus-visible:-outline-offset-4"
          >
            {photos.map((photo, index) => (
              <PhotoSlide
                key={String(photo.id)}
                photo={photo}
                alt={photoAlt(photo, name, index, photos.length)}
                onLeave={() => dialog.current?.close()}
              />
            ))}
          </ul>
          <StripButtons current={current} count={photos.length} onShow={show} />
        </div>
        <Foot photos={photos} current={current} onShow={show} />
      </div>
    </dialog>
  );
}

function Foot({ photos, current, onShow }: { photos: readonly Photo[]; current: number; onShow(at: number): void }) {
  return (
    <div className={cx("grid justify-items-center gap-2 px-3 py-2.5", lowFoot)}>
      <p aria-hidden="true" dir="auto" className="line-clamp-2 min-h-[1lh] text-center [@media(height<30rem)]:hidden">
        {photos[current]?.alt}
      </p>
      {photos.length > 1 && (
        <Thumbnails
          photos={photos}
          current={current}
          // With arrow keys, the large photo needs no other tab stop.
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
