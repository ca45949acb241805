import { type RefObject, useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { FORM_FIELDS, FormValues, type ReturnedForm } from "@/lib/applications/form";
import { readSession, writeSession } from "@/lib/tab-storage";
import { HOUR_MS } from "@/lib/time";

/** What react-hook-form knows of the form: a box that is not ticked is false. */
export type TypedValues = Omit<FormValues, "consent"> & { consent: string | false };

/** The texts of the form. */
export const textsOf = (typed: TypedValues): FormValues => ({ ...typed, consent: typed.consent || "" });

/**
 * A form that was not sent yet. `attempt` is what was sent with this id, and may or may not have arrived: another text
 * needs another id.
 */
const Draft = z.object({
  values: FormValues,
  id: z.string(),
  formToken: z.string(),
  attempt: z.nullable(z.string()),
});
export type Draft = z.infer<typeof Draft>;

/** The service takes a token for a day; one of a restored draft needs some time left. */
const TOKEN_LIFE_MS = 20 * HOUR_MS;

type ApplicationDraft = {
  draft: RefObject<Draft>;
  /** Changes the draft, and saves it. */
  keep(change: Partial<Draft>): void;
  /** Removes it: the application has arrived. */
  forget(): void;
};

/** Saves what is typed in this tab, and restores it after a reload. */
export function useApplicationDraft(
  petId: bigint,
  first: ReturnedForm,
  form: UseFormReturn<TypedValues>,
): ApplicationDraft {
  const name = `applications.apply.${petId}`;
  const { id, formToken, values, isReturned } = first;
  const draft = useRef<Draft>({ values, id, formToken, attempt: null });
  const isSent = useRef(false);

  const keep = (change: Partial<Draft>) => {
    Object.assign(draft.current, change);
    writeSession(name, draft.current);
  };
  const forget = () => {
    isSent.current = true;
    writeSession(name, null);
  };

  useEffect(() => {
    const kept = readSession(name, Draft);
    // What was typed before this script arrived.
    const typed = textsOf(form.getValues());
    // What comes back from the server is newer than what was saved.
    if (kept && !isReturned) {
      draft.current = isFresh(kept.formToken) ? kept : { ...kept, formToken: draft.current.formToken };
      for (const field of FORM_FIELDS) if (typed[field] === "") form.setValue(field, kept.values[field]);
    }
    draft.current.values = textsOf(form.getValues());
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: changed }) => {
        if (isSent.current) return;
        draft.current.values = textsOf(changed);
        writeSession(name, draft.current);
      },
    });
  }, [name, form, isReturned]);
  return { draft, keep, forget };
}

/**
 * Whether a token of this service can be used for some time. It begins with its time (lib/applications/form-token.ts).
 */
function isFresh(token: string): boolean {
  const age = Date.now() - Number.parseInt(token, 36);
  return age >= 0 && age < TOKEN_LIFE_MS;
}
