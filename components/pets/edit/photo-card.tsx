import { type HTMLAttributes, useState } from "react";
import { MAX_ALT_LENGTH, type Photo } from "@/lib/pets/photos/schema";
import type { PhotoUpload } from "@/lib/pets/photos/upload-queue";
import { isLongerThan } from "@/lib/values/words";
import { Button } from "../../ui/button";
import { Field, FieldError, Input } from "../../ui/field";
import { Icon } from "../../ui/icons";
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

/** As high while the photo is sent, so that nothing moves after that. */
const photoCard = cx(
  "grid min-h-41 grid-cols-[5rem_minmax(0,1fr)] gap-3 rounded-card border border-line bg-page p-3 transition",
  "sm:min-h-45 sm:grid-cols-[8rem_minmax(0,1fr)]",
);

export function PhotoCard({ photo, at, count, isDragged, handle, onMove, onRemove, onDescribe }: Props) {
  const label = `Photo ${at + 1}`;
  return (
    <li
      data-photo={photo.id.toString()}
      tabIndex={-1}
      aria-label={label}
      className={cx(photoCard, isDragged && "border-accent opacity-80 shadow-raised")}
    >
      <div
        {...handle}
        className="relative aspect-square cursor-grab touch-none overflow-hidden rounded-control bg-hover select-none active:cursor-grabbing"
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
      <div className="grid min-w-0 content-start gap-2.5 max-sm:contents">
        <AltField photo={photo} label={label} onDescribe={onDescribe} />
        <div className={cx(actions, "gap-1.5! max-sm:col-span-full max-sm:gap-1!")}>
          <MoveButton
            label={`Move ${label} earlier`}
            isEnd={at === 0}
            onMove={() => onMove(at - 1)}
            path="M8 3v10M4 7l4-4 4 4"
          />
          <MoveButton
            label={`Move ${label} later`}
            isEnd={at === count - 1}
            onMove={() => onMove(at + 1)}
            path="M8 13V3M4 9l4 4 4-4"
          />
          {at > 0 && (
            <Button
              look="quiet"
              className="px-3! max-sm:px-2! max-sm:text-sm"
              onClick={({ currentTarget }) => {
                // The cover has no such button, so its card gets the focus.
                focusCard(currentTarget.closest("li"));
                onMove(0);
              }}
              aria-label={`Make cover: ${label}`}
            >
              Make cover
            </Button>
          )}
          <Button
            look="quiet-danger"
            className="ms-auto px-3! max-sm:px-2! max-sm:text-sm"
            onClick={({ currentTarget }) => {
              // The focus moves to the neighbouring card, where a second press of Enter removes nothing.
              const card = currentTarget.closest("li");
              focusCard(card?.nextElementSibling ?? card?.previousElementSibling);
              onRemove();
            }}
            aria-label={`Remove ${label}`}
          >
            Remove
          </Button>
        </div>
      </div>
    </li>
  );
}

function Grip() {
  return (
    <span className="absolute start-1 top-1 rounded-mark bg-panel/85 p-1 text-soft">
      <svg
        aria-hidden="true"
        width="10"
        height="16"
        viewBox="0 0 10 16"
        className="h-4 w-2.5 stroke-current stroke-[2.5] [stroke-linecap:round]"
      >
        <path d="M3 3h0M7 3h0M3 8h0M7 8h0M3 13h0M7 13h0" />
      </svg>
    </span>
  );
}

function focusCard(card: Element | null | undefined): void {
  if (card instanceof HTMLElement) card.focus();
}

type MoveProps = { label: string; isEnd: boolean; path: string; onMove(): void };

/** At the end it does nothing, but keeps the focus. */
function MoveButton({ label, isEnd, path, onMove }: MoveProps) {
  return (
    <Button
      look="quiet"
      className="w-11 px-0! aria-disabled:cursor-default"
      aria-label={label}
      busy={isEnd}
      onClick={() => !isEnd && onMove()}
    >
      <Icon path={path} box={16} className="size-4 stroke-current stroke-2" />
    </Button>
  );
}

type AltProps = { photo: Photo; label: string; onDescribe(alt: string): Promise<boolean> };

/** Saved when the field loses the focus. */
function AltField({ photo, label, onDescribe }: AltProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [state, setState] = useState<"" | "Saving…" | "Saved" | "Not saved yet">("");
  const text = typed ?? photo.alt;
  const isTooLong = isLongerThan(text, MAX_ALT_LENGTH);
  const save = async () => {
    if (text === photo.alt || isTooLong) return;
    setState("Saving…");
    const saved = await onDescribe(text);
    setState(saved ? "Saved" : "Not saved yet");
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

type UploadCardProps = { upload: PhotoUpload; onRetry(key: number): void; onCancel(key: number): void };

export function UploadCard({ upload, onRetry, onCancel }: UploadCardProps) {
  const { key, name, preview, state, sent, problem, canRetry } = upload;
  const percent = Math.round(sent * 100);
  const cancelWord = state === "failed" ? "Dismiss" : "Cancel";
  const isUnderWay = state === "queued" || state === "sending";
  return (
    <li className={photoCard}>
      <div className="aspect-square w-full overflow-hidden rounded-control bg-hover">
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
            <Button look="quiet" className="px-3!" onClick={() => onRetry(key)} aria-label={`Try again: ${name}`}>
              Try again
            </Button>
          )}
          <Button look="quiet" className="px-3!" onClick={() => onCancel(key)} aria-label={`${cancelWord} ${name}`}>
            {cancelWord}
          </Button>
        </div>
      </div>
    </li>
  );
}
