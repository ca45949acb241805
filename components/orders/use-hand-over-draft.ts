import { useState } from "react";
import * as z from "zod/mini";
import { toLocalFields } from "@/lib/orders/hand-over";
import { usePersonId } from "../people/signed-in";
import { useTabState } from "../ui/hooks/use-tab-state";

/** What is typed, and the date that it started from. `text` is null when there is no draft. */
const Draft = z.object({ text: z.nullable(z.string()), base: z.nullable(z.string()) });
const NONE = { text: null, base: null };

/** The text of the fields, which survives a reload until it is saved. */
export function useHandOverDraft(id: bigint, shipDate: string | null, isSaving: boolean) {
  const [draft, saveDraft] = useTabState<z.infer<typeof Draft>>(`orders.hand-over.${id}.${usePersonId()}`, NONE, Draft);
  /** Whether leaving the field saves it. A draft from before a reload has a button instead. */
  const [isTyping, setTyping] = useState(false);
  const isChanged = draft.text !== null && draft.text !== toLocalFields(shipDate);
  const type = (text: string) => {
    setTyping(true);
    saveDraft((now) => ({ text, base: now.text === null ? shipDate : now.base }));
  };
  const forget = () => {
    setTyping(false);
    saveDraft(NONE);
  };
  /** Forgets a text that was saved, unless somebody has kept typing: that text then starts from the new date. */
  const rebase = (saved: string, base: string | null) => {
    let isOver = false;
    saveDraft((now) => {
      isOver = now.text === saved;
      return isOver ? NONE : { ...now, base };
    });
    if (isOver) setTyping(false);
  };
  const text = draft.text ?? toLocalFields(shipDate);
  // While it is saved, the date is already the new one.
  const isOutdated = isChanged && !isSaving && draft.base !== shipDate;
  return { text, isChanged, isOutdated, isTyping, type, forget, rebase };
}
