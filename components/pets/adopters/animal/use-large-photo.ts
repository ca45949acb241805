import { useEffect, useRef, useState } from "react";

/** The photo that is shown large. */
export type LargePhoto = {
  /** Its index, or null if no photo is shown large. */
  large: number | null;
  open(index: number): void;
  /** Reports that another one is shown. */
  move(index: number): void;
  close(): void;
};

/**
 * Which of the photos is shown large. The large view is an entry in the history, so Back closes it, and a reload keeps
 * it. Closing it in any other way also goes back. `onClosed` is called afterwards with the photo that was shown last.
 */
export function useLargePhoto(count: number, onClosed: (last: number) => void): LargePhoto {
  const [large, setLarge] = useState<number | null>(null);
  useEffect(() => {
    const follow = () => setLarge(readEntry(count));
    follow();
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [count]);
  const before = useRef<number | null>(null);
  useEffect(() => {
    const last = before.current;
    before.current = large;
    if (large === null && last !== null) onClosed(last);
  });
  const open = (photo: number) => {
    window.history.pushState({ photo }, "");
    setLarge(photo);
  };
  const move = (photo: number) => {
    const entry = readEntry(count);
    // After Back, a photo that was still moving may report itself. It must not open the view again.
    if (entry === null) return;
    if (photo !== entry) window.history.replaceState({ photo }, "");
    setLarge(photo);
  };
  const close = () => {
    if (readEntry(count) !== null) window.history.back();
    setLarge(null);
  };
  return { large, open, move, close };
}

/** Returns the index in the current entry of the history, if there is such a photo. */
function readEntry(count: number): number | null {
  const { photo } = Object(window.history.state);
  return Number.isInteger(photo) && photo >= 0 && photo < count ? photo : null;
}
