import type { PointerEvent } from "react";

/** How far the pointer may move during a press, in pixels. Further away, the person is dragging. */
const STEADY = 8;

/** Where the presses of entries began. */
const starts = new WeakMap<Element, { x: number; y: number }>();

/**
 * Attributes of an entry of a list in front of the page. While the pointer is pressed without being moved, the entry
 * keeps it. So the entry is chosen even if the list moves before the release, for example because a row appeared above.
 * Otherwise nothing would be chosen, or the entry that is under the pointer by then.
 */
export const holdPress = {
  onPointerDown({ currentTarget, pointerId, pointerType, button, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
    // A finger scrolls the list, and its press stays with the entry anyway.
    if (pointerType === "touch" || button !== 0) return;
    starts.set(currentTarget, { x, y });
    currentTarget.setPointerCapture(pointerId);
  },
  onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
    const start = starts.get(currentTarget);
    if (!start || !currentTarget.hasPointerCapture(pointerId)) return;
    if (Math.hypot(clientX - start.x, clientY - start.y) > STEADY) currentTarget.releasePointerCapture(pointerId);
  },
};
