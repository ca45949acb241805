import { type RefObject, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { EMPTY_FORM, FORM_FIELDS, FormValues, type ReturnedForm } from "@/lib/applications/send/form";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { HOUR_MS } from "@/lib/values/time";

/** The values that react-hook-form has. A box that is not ticked is false. */
export type TypedValues = Omit<FormValues, "consent"> & { consent: string | false };

/** Returns the values of the form as text. */
export const textsOf = (typed: TypedValues): FormValues => ({ ...typed, consent: typed.consent || "" });

/**
 * A form that was not sent yet. `attempt` is what was sent with this id and may or may not have arrived: a different
 * text needs a different id.
 */
const Draft = z.object({
  values: FormValues,
  id: z.string(),
  formToken: z.string(),
  retryToken: z.string(),
  attempt: z.nullable(z.string()),
});
export type Draft = z.infer<typeof Draft>;

/** The service accepts a token for a day. This leaves some time for the token of a restored draft. */
const TOKEN_LIFE_MS = 20 * HOUR_MS;

/** The name under which the tab stores the draft for an animal. */
const nameOf = (petId: bigint) => `applications.apply.${petId}`;

/** Reads the draft for an animal. Returns null if this tab has none. */
export const readDraft = (petId: bigint): Draft | null => readFromTab(nameOf(petId), Draft);

type ApplicationDraft = {
  draft: RefObject<Draft>;
  /** Changes the draft, and saves it. */
  saveDraft(change: Partial<Draft>): void;
  /** Removes the draft, because the application has arrived. */
  forget(): void;
  /** Whether the form has what was typed before a reload. It stays so until the form is empty. */
  isRestored: boolean;
  /** Empties the form, and removes the draft. */
  clear(): void;
};

/** Saves what is typed in this tab, and restores it after a reload. */
export function useApplicationDraft(
  petId: bigint,
  first: ReturnedForm,
  form: UseFormReturn<TypedValues>,
): ApplicationDraft {
  const name = nameOf(petId);
  const { id, formToken, retryToken, values, isReturned } = first;
  const draft = useRef<Draft>({ values, id, formToken, retryToken, attempt: null });
  const isSent = useRef(false);
  const [isRestored, setRestored] = useState(false);

  const saveDraft = (change: Partial<Draft>) => {
    Object.assign(draft.current, change);
    saveInTab(name, draft.current);
  };
  const forget = () => {
    isSent.current = true;
    saveInTab(name, null);
  };

  const clear = () => {
    for (const field of FORM_FIELDS) form.setValue(field, field === "consent" ? false : EMPTY_FORM[field]);
    form.clearErrors();
  };

  useEffect(() => {
    const saved = readDraft(petId);
    // What was typed before this script was loaded.
    const typed = textsOf(form.getValues());
    // A form that the server returned is newer than what was saved.
    if (saved && !isReturned) {
      draft.current = isFresh(saved.formToken) ? saved : { ...saved, formToken: draft.current.formToken };
      for (const field of FORM_FIELDS)
        if (typed[field] === EMPTY_FORM[field]) form.setValue(field, saved.values[field]);
      setRestored(FORM_FIELDS.some((field) => saved.values[field] !== EMPTY_FORM[field]));
    }
    draft.current.values = textsOf(form.getValues());
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: changed }) => {
        if (isSent.current) return;
        draft.current.values = textsOf(changed);
        const isEmpty = FORM_FIELDS.every((field) => draft.current.values[field] === EMPTY_FORM[field]);
        saveInTab(name, isEmpty ? null : draft.current);
        if (isEmpty) setRestored(false);
      },
    });
  }, [petId, name, form, isReturned]);
  return { draft, saveDraft, forget, isRestored, clear };
}

/** Whether a token can still be used for some time. It begins with its time (lib/applications/send/form-token.ts). */
function isFresh(token: string): boolean {
  const age = Date.now() - Number.parseInt(token, 36);
  return age >= 0 && age < TOKEN_LIFE_MS;
}
