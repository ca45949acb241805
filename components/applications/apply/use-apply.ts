import { useRouter } from "next/navigation";
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Resolver, type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import {
  EMPTY_FORM,
  FORM_FIELDS,
  FormValues,
  MIN_FILL_MS,
  type ReturnedForm,
  readForm,
  sendCreateApplication,
} from "@/lib/applications/form";
import type { SentApplication } from "@/lib/applications/schema";
import { privatePath } from "@/lib/applications/sent-words";
import { randomId, toUuid } from "@/lib/http/client";
import { ApiError, isCertain } from "@/lib/http/errors";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { HOUR_MS } from "@/lib/values/time";
import { useRequestForm } from "../../ui/request-form";

/** The values that react-hook-form has. A box that is not ticked is false. */
export type TypedValues = Omit<FormValues, "consent"> & { consent: string | false };

const textsOf = (typed: TypedValues): FormValues => ({ ...typed, consent: typed.consent || "" });

/** `attempt` was sent with this id and may or may not have arrived: a different text needs a different id. */
const Draft = z.object({
  values: FormValues,
  id: z.string(),
  formToken: z.string(),
  retryToken: z.string(),
  attempt: z.nullable(z.string()),
});
type Draft = z.infer<typeof Draft>;

/** The service accepts a token for a day. This leaves some time for the token of a restored draft. */
const TOKEN_LIFE_MS = 20 * HOUR_MS;

const nameOf = (petId: bigint) => `applications.apply.${petId}`;

export const readDraft = (petId: bigint): Draft | null => readFromTab(nameOf(petId), Draft);

type ApplicationDraft = {
  draft: RefObject<Draft>;
  saveDraft(change: Partial<Draft>): void;
  forget(): void;
  isRestored: boolean;
  clear(): void;
};

function useApplicationDraft(petId: bigint, first: ReturnedForm, form: UseFormReturn<TypedValues>): ApplicationDraft {
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

/** Whether a token can still be used for some time. It begins with its time (lib/applications/limits.ts). */
function isFresh(token: string): boolean {
  const age = Date.now() - Number.parseInt(token, 36);
  return age >= 0 && age < TOKEN_LIFE_MS;
}

/** When the form may be sent at the earliest, after it was opened: a little later than the service demands. */
const SENDABLE_AFTER_MS = MIN_FILL_MS + 100;

type SavedDraft = Pick<ReturnType<typeof useApplicationDraft>, "draft" | "saveDraft">;

/** The same text keeps its id, even after a reload, so a lost answer stores nothing twice. @throws ApiError */
function useSending(petId: bigint, { draft, saveDraft }: SavedDraft): (homepage: string) => Promise<SentApplication> {
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

function untilPlausible(opened: number): Promise<void> {
  const wait = Math.max(0, SENDABLE_AFTER_MS - (performance.now() - opened));
  return new Promise((resolve) => setTimeout(resolve, wait));
}

const newId = () => toUuid(randomId());

/** After sending, the private page opens. Staff have none: `sentByStaff` is the id of what they sent. */
export function useApply(petId: bigint, first: ReturnedForm) {
  const router = useRouter();
  const form = useForm<TypedValues>({ mode: "onTouched", resolver: resolverFor(petId, first) });
  const { draft, saveDraft, forget, isRestored, clear } = useApplicationDraft(petId, first, form);
  const send = useSending(petId, { draft, saveDraft });
  const [sentByStaff, setSentByStaff] = useState<string | null>(null);
  const request = useRequestForm({
    form,
    send: async () => {
      const homepage = new FormData(request.ref.current ?? undefined).get("homepage");
      try {
        const { id, secret } = await send(String(homepage ?? ""));
        forget();
        if (secret === undefined) return setSentByStaff(id);
        // Opened as a new document, because its URL is a secret: no request of this page may name it.
        window.location.replace(privatePath(id, secret));
        // The button stays busy until that page has loaded.
        await new Promise(() => {});
      } catch (error) {
        if (error instanceof ApiError && (error.code === "conflict" || error.code === "not_found")) {
          // The animal has found a home in the meantime, and its page now says so.
          saveDraft({ id: newId(), attempt: null });
          router.refresh();
        }
        throw error;
      }
    },
  });
  const startAgain = () => {
    clear();
    form.setFocus("name");
  };
  return { form, request, isRestored, startAgain, sentByStaff };
}

function resolverFor(petId: bigint, { id, formToken, retryToken }: ReturnedForm): Resolver<TypedValues> {
  return (typed) => {
    const read = readForm(textsOf(typed), { id, petId, homepage: "", formToken, retryToken });
    if ("value" in read) return { values: typed, errors: {} };
    const errors = Object.entries(read.errors).map(([name, message]) => [name, { type: "schema", message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/** The names of the fields that were changed and then left, and the event handler that notices this. */
export function useLeftFields() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const onBlur = ({ target }: FocusEvent<HTMLFormElement, Element>) => {
    const { name, value, defaultValue } = target as Element as Control;
    if (value === defaultValue) return;
    const leave = () => setLeft((others) => new Set([...others, name]));
    // An error that appears before the mouse is released would move what is being clicked.
    if (document.querySelector(":active")) window.addEventListener("mouseup", () => setTimeout(leave), { once: true });
    else leave();
  };
  return { left, onBlur };
}
