import type { MouseEvent } from "react";
import type { Photo } from "@/lib/pets/photos/schema";
import { cx } from "../../../ui/style/cx";
import { useDrag } from "./use-zoom";

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

/** One photo, whole, or enlarged so that it can be moved. */
export function PhotoSlide({ photo, alt, isShown, isZoomed, onPress, onLeave }: Props) {
  const drag = useDrag(isZoomed);
  // A press beside the photo. (An enlarged photo that was dragged sends its click here, too.)
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
      {...drag}
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
