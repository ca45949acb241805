import type { PointerEvent } from "react";

/** How far the pointer may move during a press, in pixels. Beyond that, the person is dragging. */
const STEADY = 8;

/** Where each press began. */
const starts = new WeakMap<Element, { x: number; y: number }>();

/**
 * Attributes of an entry in a list in front of the page. The entry captures the pointer while it is pressed without
 * moving, so it is chosen even if the list moves before the release, for example because a row appeared above.
 * Otherwise nothing would be chosen, or the entry that is under the pointer at the release.
 */
export const holdPress = {
  onPointerDown({ currentTarget, pointerId, pointerType, button, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
    // A finger scrolls the list, and its press is captured by the entry anyway.
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
