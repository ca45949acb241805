import type { MouseEvent } from "react";
import type { Photo } from "@/lib/pets/photos/schema";
import { isPlainClick } from "../../../ui/navigation/link";
import { cx } from "../../../ui/style/cx";

type Props = {
  photos: readonly Photo[];
  current: number;
  tabIndex: number | undefined;
  onShow(index: number): void;
  className?: string;
};

/** Small photos that scroll a row to the large ones. Without JavaScript they are links to the files. */
export function Thumbnails({ photos, current, tabIndex, onShow, className }: Props) {
  const jump = (event: MouseEvent, index: number) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onShow(index);
  };
  return (
    <ul className={cx("flex flex-wrap gap-2", className)} data-part="thumbnails">
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
