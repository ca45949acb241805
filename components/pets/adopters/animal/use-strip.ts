import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

type Strip = {
  /** The ref of the element that scrolls. */
  ref: RefObject<HTMLUListElement | null>;
  /** The index of the child that is shown. */
  current: number;
  /** Scrolls to a child, at once or smoothly. */
  show(index: number, behavior?: ScrollBehavior): void;
  /** Handles the arrow keys, Home and End. */
  onKeyDown(event: KeyboardEvent): void;
};

/**
 * A row that shows one of its children at a time, starting with `first`. Scrolling, swiping and the arrow keys reach
 * the others.
 */
export function useStrip(count: number, first = 0): Strip {
  const ref = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(first);
  /** The index that a smooth scroll leads to, while those on the way pass by. */
  const target = useRef<number | null>(null);
  useEffect(() => {
    const strip = ref.current;
    if (!strip) return;
    const follow = () => {
      const shown = indexAt(strip);
      if (target.current !== null && target.current !== shown) return;
      target.current = null;
      setCurrent(shown);
    };
    const interrupt = () => {
      target.current = null;
    };
    const arrive = () => {
      interrupt();
      follow();
    };
    strip.addEventListener("scroll", follow, { passive: true });
    strip.addEventListener("scrollend", arrive);
    strip.addEventListener("wheel", interrupt, { passive: true });
    strip.addEventListener("touchstart", interrupt, { passive: true });
    return () => {
      strip.removeEventListener("scroll", follow);
      strip.removeEventListener("scrollend", arrive);
      strip.removeEventListener("wheel", interrupt);
      strip.removeEventListener("touchstart", interrupt);
    };
  }, []);

  const show = (index: number, behavior: ScrollBehavior = "smooth") => {
    const strip = ref.current;
    if (!strip) return;
    const shown = Math.min(count - 1, Math.max(0, index));
    target.current = shown === indexAt(strip) ? null : shown;
    setCurrent(shown);
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    strip.scrollTo({ left: shown * strip.clientWidth, behavior: isCalm ? "instant" : behavior });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const indexByKey: Readonly<Record<string, number>> = {
      ArrowLeft: current - 1,
      ArrowRight: current + 1,
      Home: 0,
      End: count - 1,
    };
    const index = indexByKey[event.key];
    if (index === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const shown = Math.min(count - 1, Math.max(0, index));
    show(shown);
    // The focus moves too, so that Enter acts on the visible child.
    const control = ref.current?.children[shown]?.querySelector<HTMLElement>("a, button");
    control?.focus({ preventScroll: true });
  };
  return { ref, current, show, onKeyDown };
}

/** Returns the index of the child at the place that a row is scrolled to. */
const indexAt = (strip: HTMLElement) => Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth));
