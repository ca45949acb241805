"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { type FormField, type ReturnedForm, readForm } from "@/lib/applications/form";
import { privatePath } from "@/lib/applications/private-path";
import { ApiError, isCertain } from "@/lib/http/errors";
import { Button } from "../../ui/button";
import { cx } from "../../ui/cx";
import { useRequestForm } from "../../ui/hooks/use-request-form";
import { useWhenOnline } from "../../ui/hooks/use-when-online";
import { panel, stack } from "../../ui/panel";
import { ApplyFields } from "./apply-fields";
import { ApplyIntro } from "./apply-intro";
import { FieldProblems, SendingProblem } from "./apply-problem";
import { SentByStaff } from "./sent-by-staff";
import { type TypedValues, textsOf, useApplicationDraft } from "./use-application-draft";
import { newId, useSending } from "./use-sending";
import { type Typing, useTyping } from "./use-typing";

type Props = {
  pet: { id: bigint; name: string };
  shelterName: string;
  /** An empty form, or one that was sent without JavaScript and returned. */
  first: ReturnedForm;
  /** Whether this service sends e-mail. */
  sendsMail: boolean;
  /** How else to reach the shelter. */
  otherWays: ReactNode;
};

/** The form with which a visitor applies for an animal. Without JavaScript, the browser sends it to its own page. */
export function ApplyForm({ pet, shelterName, first, sendsMail, otherWays }: Props) {
  const router = useRouter();
  const hidden = { id: first.id, petId: pet.id, homepage: "", formToken: first.formToken };
  const form = useForm<TypedValues>({
    mode: "onTouched",
    resolver: (typed) => {
      const read = readForm(textsOf(typed), hidden);
      if ("value" in read) return { values: typed, errors: {} };
      const errors = Object.entries(read.errors).map(([name, message]) => [name, { type: "schema", message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  const { draft, saveDraft, forget, isRestored, clear } = useApplicationDraft(pet.id, first, form);
  const send = useSending(pet.id, { draft, saveDraft });
  const [sentByStaff, setSentByStaff] = useState<string | null>(null);

  const { ref, attributes, failure, isSending, sendAgain } = useRequestForm({
    form,
    send: async () => {
      const homepage = new FormData(ref.current ?? undefined).get("homepage");
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
  const { typing, attributes: watching } = useTyping();
  const { problems, summary } = problemsOf(first, form.formState, typing);
  const isLost = failure !== null && !isCertain(failure);
  useWhenOnline(() => {
    if (isLost) sendAgain();
  });

  if (sentByStaff !== null) return <SentByStaff id={sentByStaff} sendsMail={sendsMail} />;
  const startAgain = () => {
    clear();
    form.setFocus("name");
  };
  return (
    <>
      <ApplyIntro isRestored={isRestored} onClear={startAgain} />
      {otherWays}
      <form
        {...attributes}
        {...watching}
        method="post"
        action={`/animals/${pet.id}/apply`}
        aria-labelledby="apply-heading"
        className={cx(panel, stack, "group gap-6 [&_:is(input,textarea)]:scroll-mb-[40dvh]")}
      >
        <FieldProblems refusal={first.refusal} problems={summary} submits={form.formState.submitCount} />
        <input type="hidden" name="id" value={first.id} />
        <input type="hidden" name="formToken" value={first.formToken} />
        <ApplyFields
          form={form}
          start={first.values}
          problems={problems}
          typing={typing}
          petName={pet.name}
          shelterName={shelterName}
        />
        <div className="grid gap-4">
          <SendingProblem failure={failure} onAgain={sendAgain} />
          <Button type="submit" busy={isSending} className="sm:justify-self-start">
            {isSending ? "Sending…" : isLost ? "Try again now" : "Send to the shelter"}
          </Button>
        </div>
      </form>
    </>
  );
}

type FormState = { isSubmitted: boolean; errors: Partial<Record<FormField, { message?: string | undefined }>> };

type Problems = Partial<Record<FormField, string>>;

/**
 * The error of each field, and the summary above the form. Until the form is sent from here, these are the errors that
 * the server found, plus those of fields that have been left since.
 */
function problemsOf(
  first: ReturnedForm,
  { isSubmitted, errors }: FormState,
  { left }: Typing,
): Record<"problems" | "summary", Problems> {
  const found = Object.entries(errors).map(([name, error]) => [name, error?.message ?? ""] as const);
  if (isSubmitted) return { problems: Object.fromEntries(found), summary: Object.fromEntries(found) };
  const returned = Object.entries(returnedProblems(first)).filter(([name]) => !left.has(name));
  const own = found.filter(([name]) => left.has(name));
  return { problems: Object.fromEntries([...returned, ...own]), summary: Object.fromEntries(returned) };
}

/** What the server found in a form that it returned. */
function returnedProblems(first: ReturnedForm): Problems {
  if (!first.isReturned || first.refusal) return {};
  const read = readForm(first.values, { id: first.id, petId: 0n, homepage: "", formToken: "" });
  return "errors" in read ? read.errors : {};
}
