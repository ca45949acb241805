"use client";

import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { photoAlt } from "@/lib/pets/photos/files";
import type { Photo } from "@/lib/pets/photos/schema";
import { isolate, nameInSentence } from "@/lib/values/words";
import { Icon } from "../../../ui/icons";
import { cx } from "../../../ui/style";
import { StripButtons, Thumbnails, useStrip } from "./photo-strip";

type Point = { x: number; y: number };

/** `toggle` keeps the pressed point in place, or the middle of the visible part. */
function useZoom(strip: RefObject<HTMLElement | null>) {
  const [zoomed, setZoomed] = useState<number | null>(null);

  const toggle = (index: number, point?: Point) => {
    const slide = strip.current?.children[index];
    const photo = slide?.querySelector("img");
    if (!slide || !photo) return;
    const frame = slide.getBoundingClientRect();
    const at = point ?? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 };
    const before = photo.getBoundingClientRect();
    flushSync(() => setZoomed(zoomed === index ? null : index));
    const after = photo.getBoundingClientRect();
    slide.scrollBy({
      left: after.left + ((at.x - before.left) / before.width) * after.width - at.x,
      top: after.top + ((at.y - before.top) / before.height) * after.height - at.y,
      behavior: "instant",
    });
  };
  return { zoomed, toggle };
}

/** The width of the largest file of a photo, in pixels. */
const LARGEST_PX = 1280;
/** The factor by which a photo is enlarged, and the maximum factor relative to its file. */
const [ZOOM, UPSCALE] = [2, 2];

type Props = {
  photo: Photo;
  alt: string;
  isShown: boolean;
  isZoomed: boolean;
  onPress(event: MouseEvent): void;
  onLeave(): void;
};

function PhotoSlide({ photo, alt, isShown, isZoomed, onPress, onLeave }: Props) {
  // A press beside the photo.
  const leave = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget && !isZoomed) onLeave();
  };
  const ratio = photo.width / photo.height;
  const maxPx = UPSCALE * Math.min(LARGEST_PX, photo.width);
  const times = isZoomed ? ZOOM : 1;
  const width = `min(${100 * times}cqw, ${100 * times * ratio}cqh, ${maxPx}px)`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard, Escape closes the viewer.
    <li
      onClick={leave}
      className={cx(
        // The space around the photo is for its focus ring.
        "grid size-full shrink-0 snap-center p-1.5 [container-type:size]",
        // Only an enlarged photo keeps a swipe to itself.
        isZoomed ? "overflow-auto overscroll-contain" : "overflow-hidden",
      )}
    >
      <button
        type="button"
        aria-label={`${isZoomed ? "Zoom out" : "Zoom in"}: ${alt}`}
        // A photo out of view is not a tab stop.
        tabIndex={isShown ? undefined : -1}
        onClick={onPress}
        // The thumbnail fills the place until the file has arrived.
        style={{ width, aspectRatio: ratio, backgroundImage: `url(${photo.urls[320]})` }}
        className={cx("m-auto block bg-cover", isZoomed ? "cursor-zoom-out outline-none!" : "cursor-zoom-in")}
      >
        <img
          src={photo.urls[LARGEST_PX]}
          alt={alt}
          width={photo.width}
          height={photo.height}
          loading="lazy"
          draggable={false}
          // The background is dark in both themes.
          className="size-full brightness-100"
        />
      </button>
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

/** Shows the photos as large as the window, or enlarged. Open while it is rendered. */
export function PhotoViewer({ photos, name, current, onShow, onClose }: PhotoViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { ref: strip, show, onKeyDown, onScrollEnd } = useStrip(photos.length, current, onShow);
  const { zoomed, toggle } = useZoom(strip);
  const isZoomed = zoomed === current;

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens only once.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    show(current, "instant");
    strip.current?.children[current]?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
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
            onScrollEnd={onScrollEnd}
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
          <StripButtons current={current} count={photos.length} onShow={show} />
        </div>
        <Foot photos={photos} current={current} onShow={show} />
      </div>
    </dialog>
  );
}

type HeadProps = { count: number; current: number; isZoomed: boolean; onZoom(): void; onClose(): void };

function Head({ count, current, isZoomed, onZoom, onClose }: HeadProps) {
  return (
    <div className="col-start-1 row-start-1 flex items-center justify-between gap-3 px-3 py-2">
      <p className="px-1 whitespace-nowrap tabular-nums" aria-live="polite">
        Photo {current + 1} of {count}
      </p>
      <div className="flex gap-2">
        <StageButton
          label={isZoomed ? "Zoom out" : "Zoom in"}
          path={`M7.5 10.5h6${isZoomed ? "" : "m-3-3v6"}${GLASS}`}
          pressed={isZoomed}
          onPress={onZoom}
        />
        <StageButton label="Close" path="m6 6 12 12M18 6 6 18" onPress={onClose} />
      </div>
    </div>
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

/** Returns where the mouse or a finger pressed, or undefined for the keyboard. */
const placeOf = ({ detail, clientX, clientY }: MouseEvent) => (detail === 0 ? undefined : { x: clientX, y: clientY });

const GLASS = "M15.5 15.5l5 5m-3-10a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z";

type StageButtonProps = { label: string; path: string; pressed?: boolean; onPress(): void };

function StageButton({ label, path, pressed, onPress }: StageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
      className="grid size-11 cursor-pointer place-items-center rounded-pill bg-stage-control transition hover:opacity-85 focus-visible:rounded-pill active:scale-95 [&>svg]:size-6"
    >
      <Icon path={path} />
    </button>
  );
}
