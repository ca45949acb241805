import { type ButtonHTMLAttributes, type PointerEvent, useState } from "react";

/**
 * Lets the pointer move photos. While one is dragged, the others make room. For keyboards and screen readers there are
 * buttons. `onDrop` is called when a photo is dropped at another place.
 */
export function usePhotoDrag<P extends { id: bigint }>(photos: readonly P[], onDrop: (photo: P, to: number) => void) {
  const [drag, setDrag] = useState<{ id: bigint; to: number } | null>(null);
  const shown = [...photos];
  const from = photos.findIndex(({ id }) => id === drag?.id);
  const [dragged] = drag && from !== -1 ? shown.splice(from, 1) : [];
  if (drag && dragged) shown.splice(drag.to, 0, dragged);

  const handle = (photo: P): ButtonHTMLAttributes<HTMLElement> => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || photos.length < 2) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ id: photo.id, to: photos.indexOf(photo) });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag?.id !== photo.id) return;
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-photo]");
      const to = shown.findIndex(({ id }) => id.toString() === under?.dataset.photo);
      if (to !== -1 && to !== drag.to) setDrag({ id: photo.id, to });
    },
    onPointerUp: () => {
      if (drag?.id !== photo.id) return;
      setDrag(null);
      if (drag.to !== from) onDrop(photo, drag.to);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { shown, dragged: drag?.id ?? null, handle };
}
