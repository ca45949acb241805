import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import type { Photo } from "@/lib/pets/photos/schema";
import { Arrow } from "../../../ui/icons";
import { isPlainClick } from "../../../ui/link";
import { cx, needsScripts } from "../../../ui/style";

/** A row of `count` children, of which one is shown. Scrolling, swiping and the arrow keys reach the others. */
export function useStrip(count: number, current: number, setCurrent: (index: number) => void) {
  const ref = useRef<HTMLUListElement>(null);
  const onScrollEnd = () => ref.current && setCurrent(indexAt(ref.current));

  const show = (index: number, behavior: ScrollBehavior = "smooth") => {
    const strip = ref.current;
    if (!strip) return;
    setCurrent(index);
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    strip.scrollTo({ left: index * strip.clientWidth, behavior: isCalm ? "instant" : behavior });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const indexByKey: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, current - 1),
      ArrowRight: Math.min(count - 1, current + 1),
      Home: 0,
      End: count - 1,
    };
    const index = indexByKey[event.key];
    if (index === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(index);
    // The focus moves too, so that Enter acts on the visible child.
    const control = ref.current?.children[index]?.querySelector<HTMLElement>("a, button");
    control?.focus({ preventScroll: true });
  };
  return { ref, show, onKeyDown, onScrollEnd };
}

const indexAt = (strip: HTMLElement) => Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth));

type Props = {
  current: number;
  count: number;
  onShow(index: number): void;
  /** Whether only the mouse needs the buttons, because the keyboard has arrow keys. */
  mouseOnly?: boolean;
};

/** Hidden on touch screens, where people swipe. */
export function StripButtons({ current, count, onShow, mouseOnly }: Props) {
  const ways = [
    { name: "Previous photo", to: "start", target: current - 1, place: "left-3" },
    { name: "Next photo", to: "end", target: current + 1, place: "right-3" },
  ] as const;
  return ways.map(({ name, to, target, place }) => (
    <button
      key={name}
      type="button"
      aria-label={name}
      aria-hidden={mouseOnly}
      tabIndex={mouseOnly ? -1 : undefined}
      disabled={target < 0 || target >= count}
      onClick={() => onShow(target)}
      className={cx(
        "absolute top-1/2 grid size-11 [&>svg]:size-5 -translate-y-1/2 cursor-pointer place-items-center rounded-pill bg-panel",
        "text-accent shadow-raised transition hover:bg-hover active:bg-pressed focus-visible:rounded-pill",
        "disabled:pointer-events-none disabled:opacity-0 pointer-coarse:hidden",
        needsScripts,
        place,
      )}
    >
      <Arrow to={to} />
    </button>
  ));
}

type ThumbnailsProps = {
  photos: readonly Photo[];
  current: number;
  tabIndex: number | undefined;
  onShow(index: number): void;
  className?: string;
};

/** Small photos that scroll a row to the large ones. Without JavaScript they are links to the files. */
export function Thumbnails({ photos, current, tabIndex, onShow, className }: ThumbnailsProps) {
  const jump = (event: MouseEvent, index: number) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onShow(index);
  };
  return (
    <ul className={cx("flex flex-wrap gap-2", className)}>
      {photos.map((photo, index) => (
        <li key={String(photo.id)}>
          <a
            href={photo.urls[1280]}
            aria-label={`Show photo ${index + 1} of ${photos.length}`}
            aria-current={index === current}
            tabIndex={tabIndex}
            onClick={(event) => jump(event, index)}
            className={cx(
              "block size-12 overflow-hidden rounded-control transition",
              "hover:ring-3 hover:ring-line active:opacity-75 focus-visible:rounded-control",
              "aria-[current=true]:ring-3 aria-[current=true]:ring-current",
            )}
          >
            <img
              src={photo.urls[320]}
              alt=""
              width={photo.width}
              height={photo.height}
              className="size-full object-cover"
              loading="lazy"
              decoding="async"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
