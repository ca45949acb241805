"use client";

import { type MouseEvent, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { photoAlt } from "@/lib/pets/photos/files";
import type { Photo } from "@/lib/pets/photos/schema";
import { subscribeTo, useHydrated } from "../../../ui/browser";
import { isPlainClick } from "../../../ui/link";
import { cx } from "../../../ui/style";
import { StripButtons, Thumbnails, useStrip } from "./photo-strip";
import { PhotoViewer } from "./photo-viewer";

type GalleryProps = { photos: readonly Photo[]; name: string };

/** Slightly understated on a phone, so that 640 pixels are enough for most. */
const SIZES = "(min-width: 78rem) 42rem, (min-width: 60rem) 56vw, (min-width: 30rem) 100vw, 87vw";
const WIDTHS = [320, 640, 1280] as const;
const FRAME_RATIO = 4 / 3;
/** A photo fills the frame if its shape differs from the frame's by at most this factor. Any other is shown whole. */
const FILLS_UP_TO = 1.2;

/** The focus is drawn on top of the photo, inside the frame that cuts it off. */
const enlargeable = cx(
  "relative block size-full cursor-zoom-in overflow-hidden outline-none",
  "after:pointer-events-none after:absolute after:inset-0 sm:after:rounded-card",
  "focus-visible:after:inset-ring-5 focus-visible:after:inset-ring-panel",
  "focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent",
);

/** A row that scrolls and snaps. Without scripts, photos and thumbnails are links to the files. */
export function Gallery({ photos, name }: GalleryProps) {
  const [current, setCurrent] = useState(0);
  const { ref, show, onKeyDown, onScrollEnd } = useStrip(photos.length, current, setCurrent);
  const several = photos.length > 1;
  // With arrow keys, one tab stop is enough for all photos.
  const hasScripts = useHydrated();
  const stop = (isStop: boolean) => (hasScripts && !isStop ? -1 : undefined);

  // The large view is an entry in the history, so that Back closes it. Its last photo is then shown here.
  const [isLarge, setLarge] = useState(false);
  const leaveLarge = useEffectEvent(() => {
    flushSync(() => setLarge(false));
    show(current, "instant");
    ref.current?.children[current]?.querySelector("a")?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (isLarge) return subscribeTo("popstate")(() => leaveLarge());
  }, [isLarge]);
  const enlarge = (event: MouseEvent, index: number) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    window.history.pushState(null, "");
    setCurrent(index);
    setLarge(true);
  };

  return (
    <section aria-label="Photos" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 print:hidden">
      <div className="relative -mx-gutter sm:mx-0">
        <ul
          ref={ref}
          onKeyDown={onKeyDown}
          // Turning a phone scrolls this row, too.
          onScrollEnd={isLarge ? undefined : onScrollEnd}
          className={cx(
            "flex aspect-[4/3] snap-x sm:max-lg:aspect-[16/9] snap-mandatory overflow-x-auto overscroll-x-contain bg-hover sm:rounded-card",
            "[scrollbar-width:none] [&::-webkit-scrollbar]:hidden noscript:[scrollbar-width:auto]",
          )}
        >
          {photos.map((photo, index) => (
            <li key={String(photo.id)} className="relative size-full shrink-0 snap-center">
              <a
                href={photo.urls[1280]}
                aria-label={`Enlarge: ${photoAlt(photo, name, index, photos.length)}`}
                tabIndex={stop(index === current)}
                className={enlargeable}
                onClick={(event) => enlarge(event, index)}
              >
                <FramedPhoto photo={photo} alt={photoAlt(photo, name, index, photos.length)} isFirst={index === 0} />
              </a>
            </li>
          ))}
        </ul>
        {several && (
          <>
            <StripButtons mouseOnly current={current} count={photos.length} onShow={show} />
            <p
              aria-hidden="true"
              className="pointer-events-none absolute right-3 bottom-3 rounded-pill bg-panel px-2.5 py-0.5 text-sm tabular-nums shadow-card noscript:hidden"
            >
              {current + 1} / {photos.length}
            </p>
          </>
        )}
      </div>
      {several && (
        <Thumbnails
          photos={photos}
          current={current}
          tabIndex={stop(false)}
          onShow={show}
          className="text-accent sm:[&_a]:size-18"
        />
      )}
      {isLarge && (
        <PhotoViewer
          photos={photos}
          name={name}
          current={current}
          onShow={setCurrent}
          onClose={() => window.history.back()}
        />
      )}
    </section>
  );
}

/** If too much would be cut off, the photo is shown whole, over a blurred copy of itself. */
function FramedPhoto({ photo, alt, isFirst }: { photo: Photo; alt: string; isFirst: boolean }) {
  const ratio = photo.width / photo.height / FRAME_RATIO;
  const fills = ratio < FILLS_UP_TO && ratio > 1 / FILLS_UP_TO;
  const loading = isFirst ? "eager" : "lazy";
  const size = { width: photo.width, height: photo.height, loading } as const;
  const place = "absolute inset-0 size-full";
  return (
    <>
      {!fills && (
        <img
          {...size}
          src={photo.urls[320]}
          alt=""
          fetchPriority="low"
          decoding="async"
          className={cx(place, "scale-125 object-cover blur-[32px] brightness-90")}
        />
      )}
      <img
        {...size}
        src={photo.urls[640]}
        srcSet={WIDTHS.map((width) => `${photo.urls[width]} ${Math.min(width, photo.width)}w`).join(", ")}
        sizes={SIZES}
        alt={alt}
        fetchPriority={isFirst ? "high" : "auto"}
        // Shows the first photo together with the text, instead of a frame later.
        decoding={isFirst ? "sync" : "async"}
        className={cx(place, fills ? "object-cover" : "object-contain")}
      />
    </>
  );
}
