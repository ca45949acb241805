import { useRouter } from "next/navigation";
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { type Resolver, type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import {
  EMPTY_FORM,
  FORM_FIELDS,
  FormValues,
  MIN_FILL_MS,
  problemsIn,
  type ReturnedForm,
  readForm,
  sendCreateApplication,
} from "@/lib/applications/form";
import { EARLIER, privatePath } from "@/lib/applications/sent-words";
import { randomId, toUuid } from "@/lib/http/client";
import { ApiError, isCertain } from "@/lib/http/errors";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { useRequestForm } from "../../ui/request-form";
import { useValuesChanged } from "../../ui/tab-state";

/** The values that react-hook-form has. A box that is not ticked is false. */
export type TypedValues = Omit<FormValues, "consent"> & { consent: string | false };

const textsOf = (typed: TypedValues): FormValues => ({ ...typed, consent: typed.consent || "" });

/** `isInDoubt`: a text was sent with this id and may have arrived. An edit keeps the id, so that only one is stored. */
const Draft = z.object({
  values: FormValues,
  id: z.string(),
  retryToken: z.string(),
  isInDoubt: z.boolean(),
});
type Draft = z.infer<typeof Draft>;

const nameOf = (petId: bigint) => `applications.apply.${petId}`;

export const readDraft = (petId: bigint): Draft | null => readFromTab(nameOf(petId), Draft);

function useApplicationDraft(petId: bigint, first: ReturnedForm, form: UseFormReturn<TypedValues>) {
  const name = nameOf(petId);
  const draft = useRef<Draft>({ ...first, isInDoubt: false });
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

  const startAgain = () => {
    for (const field of FORM_FIELDS) form.setValue(field, field === "consent" ? false : EMPTY_FORM[field]);
    form.clearErrors();
    form.setFocus("name");
  };

  const restore = useEffectEvent(() => {
    const saved = readDraft(petId);
    // What was typed before this script was loaded.
    const typed = textsOf(form.getValues());
    // A form that the server returned is newer than what was saved.
    if (saved && !first.isReturned) {
      draft.current = saved;
      for (const field of FORM_FIELDS)
        if (typed[field] === EMPTY_FORM[field]) form.setValue(field, saved.values[field]);
      setRestored(!isEmpty(saved.values));
    }
    draft.current.values = textsOf(form.getValues());
  });
  useEffect(() => restore(), []);
  useValuesChanged(form, (changed) => {
    if (isSent.current) return;
    draft.current.values = textsOf(changed);
    saveInTab(name, isEmpty(draft.current.values) && !draft.current.isInDoubt ? null : draft.current);
    if (isEmpty(draft.current.values)) setRestored(false);
  });
  return { draft, saveDraft, forget, isRestored, startAgain };
}

const isEmpty = (values: FormValues) => FORM_FIELDS.every((field) => values[field] === EMPTY_FORM[field]);

/** When the form may be sent at the earliest, after it was opened: a little later than the service demands. */
const SENDABLE_AFTER_MS = MIN_FILL_MS + 100;

function untilPlausible(openedAt: number): Promise<void> {
  const wait = Math.max(0, SENDABLE_AFTER_MS - (performance.now() - openedAt));
  return new Promise((resolve) => setTimeout(resolve, wait));
}

/** After sending, the private page opens. Staff have none: `sentByStaff` is what they sent. */
export function useApply(petId: bigint, first: ReturnedForm) {
  const router = useRouter();
  const form = useForm<TypedValues>({ mode: "onTouched", resolver });
  const { draft, saveDraft, forget, isRestored, startAgain } = useApplicationDraft(petId, first, form);
  const [sentByStaff, setSentByStaff] = useState<{ id: string; isEarlier: boolean } | null>(null);
  // A refresh of the page brings a newer token, which would have to wait again.
  const [{ formToken, openedAt }] = useState(() => ({ formToken: first.formToken, openedAt: performance.now() }));

  const send = async (typed: TypedValues) => {
    const { id, retryToken, isInDoubt } = draft.current;
    const homepage = String(new FormData(request.ref.current ?? undefined).get("homepage") ?? "");
    const read = readForm(textsOf(typed), { id, petId, homepage, formToken, retryToken });
    if ("errors" in read) throw new TypeError("the form was checked by the same schema");
    // Saved before sending, because a reload from here on must not lose the doubt.
    saveDraft({ isInDoubt: true });
    await untilPlausible(openedAt);
    try {
      return await sendCreateApplication(read.value);
    } catch (error) {
      const isGone = error instanceof ApiError && (error.code === "conflict" || error.code === "not_found");
      // Any other refusal of a retry does not tell whether the earlier attempt arrived.
      if (isGone || (isCertain(error) && !isInDoubt)) saveDraft({ isInDoubt: false });
      // The animal has found a home in the meantime, and its page now says so.
      if (isGone) router.refresh();
      throw error;
    }
  };
  const request = useRequestForm({
    form,
    send: async (typed) => {
      const { id, secret, isEarlier } = await send(typed);
      // The later text is kept, as one of its own.
      if (isEarlier) saveDraft({ id: toUuid(randomId()), isInDoubt: false });
      else forget();
      if (secret === undefined) return setSentByStaff({ id, isEarlier });
      // Opened as a new document, because its URL is a secret: no request of this page may name it.
      window.location.replace(privatePath(id, secret) + (isEarlier ? `?${EARLIER}` : ""));
      // The button stays busy until that page has loaded.
      await new Promise(() => {});
    },
  });
  return { form, request, isRestored, startAgain, sentByStaff };
}

const resolver: Resolver<TypedValues> = (typed) => {
  const errors = Object.entries(problemsIn(textsOf(typed))).map(([name, message]) => [
    name,
    { type: "schema", message },
  ]);
  return errors.length === 0 ? { values: typed, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
};

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
