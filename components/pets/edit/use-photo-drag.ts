import { type HTMLAttributes, type PointerEvent, useRef, useState } from "react";

/**
 * Lets the pointer move photos. While one is dragged, the others make room. Keyboards and screen readers have buttons
 * for this. `onDrop` is called when a photo is dropped in another place. The list has the attributes `list`, and each
 * photo in it those of `handle`.
 */
export function usePhotoDrag<P extends { id: bigint }>(photos: readonly P[], onDrop: (photo: P, to: number) => void) {
  const [drag, setDrag] = useState<{ id: bigint; to: number } | null>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const shown = [...photos];
  const from = photos.findIndex(({ id }) => id === drag?.id);
  const [dragged] = drag && from !== -1 ? shown.splice(from, 1) : [];
  if (drag && dragged) shown.splice(drag.to, 0, dragged);

  const handle = (photo: P): HTMLAttributes<HTMLElement> => ({
    onPointerDown: ({ button, pointerId }: PointerEvent) => {
      if (button !== 0 || photos.length < 2) return;
      // The photo itself would lose the pointer: moving it in the list takes it out of the page for a moment.
      listRef.current?.setPointerCapture(pointerId);
      setDrag({ id: photo.id, to: photos.indexOf(photo) });
    },
  });
  const list = {
    ref: listRef,
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (!drag) return;
      const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-photo]");
      const to = shown.findIndex(({ id }) => id.toString() === under?.dataset.photo);
      if (to !== -1 && to !== drag.to) setDrag({ ...drag, to });
    },
    onPointerUp: () => {
      setDrag(null);
      if (drag && dragged && drag.to !== from) onDrop(dragged, drag.to);
    },
    onPointerCancel: () => setDrag(null),
  };
  return { shown, dragged: drag?.id ?? null, list, handle };
}
