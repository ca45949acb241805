import { type PointerEvent, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";

type Point = { x: number; y: number };

/** How far the mouse has to move to drag. Less is a click. */
const DRAG_FROM_PX = 5;

/** A second press within this time belongs to the first, because people double-click to zoom. */
const DOUBLE_PRESS_MS = 300;

/**
 * Which photo of a strip is enlarged, if any. `toggle` keeps the pressed point in place, or the middle of the visible
 * part if no point is given.
 */
export function useZoom(strip: RefObject<HTMLElement | null>) {
  const [zoomed, setZoomed] = useState<number | null>(null);
  const pressedAt = useRef(0);

  const toggle = (index: number, point?: Point) => {
    const slide = strip.current?.children[index];
    const photo = slide?.querySelector("img");
    if (!slide || !photo) return;
    if (point) {
      const since = performance.now() - pressedAt.current;
      pressedAt.current = performance.now();
      if (since < DOUBLE_PRESS_MS) return;
    }
    const frame = slide.getBoundingClientRect();
    const at = point ?? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 };
    const before = photo.getBoundingClientRect();
    flushSync(() => setZoomed(zoomed === index ? null : index));
    const after = photo.getBoundingClientRect();
    slide.scrollBy({
      left: after.left + share(at.x - before.left, before.width) * after.width - at.x,
      top: after.top + share(at.y - before.top, before.height) * after.height - at.y,
      behavior: "instant",
    });
  };
  return { zoomed, toggle };
}

const share = (part: number, whole: number) => Math.min(1, Math.max(0, part / Math.max(1, whole)));

/** Lets the mouse move the content of an element. (Fingers scroll it anyway.) */
export function useDrag(isOn: boolean) {
  const last = useRef<(Point & { isDragging: boolean }) | null>(null);
  const stop = () => {
    last.current = null;
  };
  return {
    onPointerDown: ({ pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
      if (isOn && pointerType === "mouse" && button === 0) last.current = { x, y, isDragging: false };
    },
    onPointerMove: ({ currentTarget, pointerId, clientX: x, clientY: y }: PointerEvent) => {
      const from = last.current;
      if (!from || (!from.isDragging && Math.hypot(x - from.x, y - from.y) < DRAG_FROM_PX)) return;
      // The click at the end of the drag then goes to this element, not to the photo, which would zoom out.
      if (!from.isDragging) currentTarget.setPointerCapture(pointerId);
      currentTarget.scrollBy({ left: from.x - x, top: from.y - y, behavior: "instant" });
      last.current = { x, y, isDragging: true };
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
}
