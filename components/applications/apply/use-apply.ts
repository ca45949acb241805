import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { privatePath } from "@/lib/applications/private/private-path";
import { type ReturnedForm, readForm } from "@/lib/applications/send/form";
import { ApiError } from "@/lib/http/errors";
import { useRequestForm } from "../../ui/forms/use-request-form";
import { type TypedValues, textsOf, useApplicationDraft } from "./use-application-draft";
import { newId, useSending } from "./use-sending";

/**
 * The form of an application, with its draft and its request. After sending, the private page opens. Staff have no
 * private page: `sentByStaff` is the id of the application that they sent.
 */
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

/** Returns a check of the fields, with the same rules as on the server. */
function resolverFor(petId: bigint, { id, formToken, retryToken }: ReturnedForm): Resolver<TypedValues> {
  return (typed) => {
    const read = readForm(textsOf(typed), { id, petId, homepage: "", formToken, retryToken });
    if ("value" in read) return { values: typed, errors: {} };
    const errors = Object.entries(read.errors).map(([name, message]) => [name, { type: "schema", message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}
