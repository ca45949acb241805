import { useState } from "react";
import type { PhotoUpload } from "@/lib/pets/photos/upload-queue";
import { Button } from "../../ui/buttons/button";
import { FieldError } from "../../ui/forms/field";
import { actions } from "../../ui/style/panel";
import { photoCard } from "./photo-card";

type Props = { upload: PhotoUpload; onRetry(key: number): void; onCancel(key: number): void };

/** A photo that is being sent: its progress, what it waits for, or why it was refused. */
export function UploadCard({ upload, onRetry, onCancel }: Props) {
  const { key, name, preview, state, sent, problem, canRetry, isSignedOut } = upload;
  // A file that is not an image has no preview.
  const [isPicture, setPicture] = useState(true);
  const percent = Math.round(sent * 100);
  const cancelWord = state === "failed" ? "Dismiss" : "Cancel";
  const isUnderWay = state === "queued" || state === "sending";
  return (
    <li className={photoCard}>
      <div className="grid aspect-square w-full place-items-center overflow-hidden rounded-control bg-hover">
        {isPicture ? (
          <img src={preview} alt="" className="size-full object-cover opacity-60" onError={() => setPicture(false)} />
        ) : (
          <svg
            aria-hidden="true"
            width="32"
            height="32"
            viewBox="0 0 24 24"
            className="size-8 fill-none stroke-soft stroke-2"
          >
            <path d="M6 3h8l4 4v14H6V3Zm3 9 6 6m0-6-6 6" />
          </svg>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <p className="truncate font-semibold">
          <bdi>{name}</bdi>
        </p>
        {state === "failed" && (
          <div role="alert">
            <FieldError>
              {isSignedOut ? "You were signed out. Sign in, then try again." : (problem ?? undefined)}
            </FieldError>
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
