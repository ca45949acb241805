import { useRef } from "react";
import { sendCreateApplication } from "@/lib/applications/calls";
import type { SentApplication } from "@/lib/applications/schema";
import { MIN_FILL_MS } from "@/lib/applications/send/fill-time";
import { readForm } from "@/lib/applications/send/form";
import { randomId, toUuid } from "@/lib/http/client";
import { isCertain } from "@/lib/http/errors";
import type { Draft, useApplicationDraft } from "./use-application-draft";

/** When the form may be sent at the earliest, after it was opened: a little later than the service demands. */
const SENDABLE_AFTER_MS = MIN_FILL_MS + 100;

type SavedDraft = Pick<ReturnType<typeof useApplicationDraft>, "draft" | "saveDraft">;

/**
 * Sends the form. The same text keeps its id, even after a reload, so an application whose answer was lost is not
 * stored twice.
 * @throws ApiError
 */
export function useSending(
  petId: bigint,
  { draft, saveDraft }: SavedDraft,
): (homepage: string) => Promise<SentApplication> {
  const opened = useRef(0);
  if (opened.current === 0) opened.current = performance.now();

  return async (homepage) => {
    const attempt = JSON.stringify(draft.current.values);
    const earlier = draft.current.attempt;
    // Saved before sending, because a reload from here on must not lose the id.
    saveDraft({ attempt, ...(earlier !== null && earlier !== attempt && { id: newId() }) });
    await untilPlausible(opened.current);
    try {
      return await post(petId, draft.current, homepage);
    } catch (error) {
      // The refusal of a retry does not tell whether the earlier attempt arrived.
      if (earlier !== attempt && isCertain(error)) saveDraft({ attempt: null });
      throw error;
    }
  };
}

async function post(
  petId: bigint,
  { values, id, formToken, retryToken }: Draft,
  homepage: string,
): Promise<SentApplication> {
  const read = readForm(values, { id, petId, homepage, formToken, retryToken });
  if ("errors" in read) throw new TypeError("the form was checked by the same schema");
  return sendCreateApplication(read.value);
}

/** Waits a moment if the browser filled in the form at once. */
function untilPlausible(opened: number): Promise<void> {
  const wait = Math.max(0, SENDABLE_AFTER_MS - (performance.now() - opened));
  return new Promise((resolve) => setTimeout(resolve, wait));
}

/** Makes a new UUID. */
export const newId = () => toUuid(randomId());
