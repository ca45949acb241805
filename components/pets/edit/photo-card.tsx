import { type HTMLAttributes, useRef, useState } from "react";
import { MAX_ALT_LENGTH, type Photo } from "@/lib/pets/photos/schema";
import type { PhotoUpload, UploadQueue } from "@/lib/pets/photos/upload-queue";
import { isLongerThan } from "@/lib/values/words";
import { Button } from "../../ui/button";
import { Field, FieldError, Input } from "../../ui/field";
import { Menu, MenuItem, MoreLabel } from "../../ui/menu";
import { actions } from "../../ui/panel";
import { cx } from "../../ui/style";

type Props = {
  photo: Photo;
  at: number;
  count: number;
  isDragged: boolean;
  handle: HTMLAttributes<HTMLElement>;
  onMove(to: number): void;
  onRemove(): void;
  /** Saves the description. Returns whether it was saved. */
  onDescribe(alt: string): Promise<boolean>;
};

const photoCard = "relative grid min-w-0 content-start gap-2";
const picture = "relative aspect-square overflow-hidden rounded-control bg-hover";

export function PhotoCard({ photo, at, count, isDragged, handle, onMove, onRemove, onDescribe }: Props) {
  const label = `Photo ${at + 1}`;
  return (
    <li data-photo={photo.id.toString()} tabIndex={-1} aria-label={label} className={photoCard}>
      <div
        {...handle}
        className={cx(
          picture,
          "cursor-grab select-none active:cursor-grabbing",
          isDragged && "opacity-80 shadow-raised outline-3 outline-accent",
        )}
      >
        <img
          src={photo.urls[320]}
          alt={photo.alt || label}
          width={photo.width}
          height={photo.height}
          draggable={false}
          className="size-full object-cover"
        />
        {count > 1 && <Grip />}
        {at === 0 && (
          <span className="absolute inset-x-0 bottom-0 bg-green-back text-center text-sm font-semibold text-green">
            Cover
          </span>
        )}
      </div>
      <PhotoMenu label={label} at={at} count={count} onMove={onMove} onRemove={onRemove} />
      <AltField photo={photo} label={label} onDescribe={onDescribe} />
    </li>
  );
}

type MenuProps = Pick<Props, "at" | "count" | "onMove" | "onRemove"> & { label: string };

function PhotoMenu({ label, at, count, onMove, onRemove }: MenuProps) {
  const corner = useRef<HTMLDivElement>(null);
  /** The neighbour of a photo that is removed. */
  const next = useRef<HTMLElement | null>(null);
  const remove = () => {
    const card = corner.current?.closest("li");
    const neighbour = card?.nextElementSibling ?? card?.previousElementSibling;
    next.current = neighbour instanceof HTMLElement ? neighbour : null;
    onRemove();
  };
  return (
    <div ref={corner} className="absolute end-1 top-1 rounded-control bg-panel/85">
      <Menu look="icon" label={<MoreLabel>Actions for {label}</MoreLabel>} finalFocus={() => next.current ?? true}>
        {at > 0 && <MenuItem onSelect={() => onMove(0)}>Make cover</MenuItem>}
        {at > 0 && <MenuItem onSelect={() => onMove(at - 1)}>Move earlier</MenuItem>}
        {at < count - 1 && <MenuItem onSelect={() => onMove(at + 1)}>Move later</MenuItem>}
        <MenuItem className="text-danger" onSelect={remove}>
          Remove
        </MenuItem>
      </Menu>
    </div>
  );
}

/** Where a finger drags the photo. Elsewhere on it, a finger scrolls. */
function Grip() {
  return (
    <span data-grip className="absolute start-1 top-1 grid size-11 touch-none">
      <svg
        aria-hidden="true"
        width="10"
        height="16"
        viewBox="0 0 10 16"
        className="h-6 w-4.5 rounded-mark bg-panel/85 stroke-soft stroke-[2.5] p-1 [stroke-linecap:round]"
      >
        <path d="M3 3h0M7 3h0M3 8h0M7 8h0M3 13h0M7 13h0" />
      </svg>
    </span>
  );
}

type AltProps = { photo: Photo; label: string; onDescribe(alt: string): Promise<boolean> };

/** Saved when the field loses the focus. */
function AltField({ photo, label, onDescribe }: AltProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [state, setState] = useState<"" | "Saving…" | "Not saved yet">("");
  const text = typed ?? photo.alt;
  const isTooLong = isLongerThan(text, MAX_ALT_LENGTH);
  const save = async () => {
    if (text === photo.alt || isTooLong) return;
    setState("Saving…");
    const saved = await onDescribe(text);
    // A message with Undo says that it is saved.
    setState(saved ? "" : "Not saved yet");
    // Keeps the text if the person typed while the request was in progress.
    if (saved) setTyped((now) => (now === text ? null : now));
  };
  return (
    <div>
      <Field
        id={`alt-${photo.id}`}
        label={`What ${label.toLowerCase()} shows`}
        error={isTooLong ? `It can have up to ${MAX_ALT_LENGTH} characters` : undefined}
      >
        {(attributes) => (
          <Input
            {...attributes}
            value={text}
            dir="auto"
            autoComplete="off"
            onChange={(event) => {
              setTyped(event.target.value);
              setState("");
            }}
            onBlur={save}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              void save();
            }}
          />
        )}
      </Field>
      <p role="status" className="text-sm text-soft empty:hidden sm:empty:block sm:min-h-5">
        {state}
      </p>
    </div>
  );
}

type UploadCardProps = { upload: PhotoUpload; queue: UploadQueue };

export function UploadCard({ upload, queue }: UploadCardProps) {
  const { key, name, preview, state, sent, problem, canRetry } = upload;
  const percent = Math.round(sent * 100);
  const cancelWord = state === "failed" ? "Dismiss" : "Cancel";
  const isUnderWay = state === "queued" || state === "sending";
  return (
    <li className={photoCard}>
      <div className={picture}>
        <img src={preview} alt="" className="size-full object-cover opacity-60" />
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <p className="truncate font-semibold">
          <bdi>{name}</bdi>
        </p>
        {state === "failed" && (
          <div role="alert">
            <FieldError>{problem}</FieldError>
          </div>
        )}
        <p role="status" className="text-sm font-semibold text-amber empty:hidden">
          {state === "waiting" && "Sent when the connection is back."}
        </p>
        {isUnderWay && (
          <label className="text-sm text-soft">
            {state === "queued" ? "Waiting…" : percent < 100 ? `Sending… ${percent} %` : "Almost done…"}
            <progress className="block h-2.5 w-full" max={1} value={state === "queued" ? 0 : sent} aria-label={name} />
          </label>
        )}
        <div className={actions}>
          {state === "failed" && canRetry && (
            <Button look="quiet" className="px-3!" onClick={() => queue.retry(key)} aria-label={`Try again: ${name}`}>
              Try again
            </Button>
          )}
          <Button look="quiet" className="px-3!" onClick={() => queue.cancel(key)} aria-label={`${cancelWord} ${name}`}>
            {cancelWord}
          </Button>
        </div>
      </div>
    </li>
  );
}
