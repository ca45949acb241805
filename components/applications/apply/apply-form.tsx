"use client";

import type { ReactNode } from "react";
import { type FormField, type ReturnedForm, readForm } from "@/lib/applications/send/form";
import { isCertain } from "@/lib/http/errors";
import { Button } from "../../ui/buttons/button";
import { useWhenOnline } from "../../ui/hooks/use-when-online";
import { cx } from "../../ui/style/cx";
import { panel, stack } from "../../ui/style/panel";
import { ApplyFields } from "./apply-fields";
import { ApplyIntro } from "./apply-intro";
import { FieldProblems, SendingProblem } from "./apply-problem";
import { SentByStaff } from "./sent-by-staff";
import { useApply } from "./use-apply";
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

/** The form for adopting or asking about an animal. Without JavaScript, the browser sends it to its own page. */
export function ApplyForm({ pet, shelterName, first, sendsMail, otherWays }: Props) {
  const { form, request, isRestored, startAgain, sentByStaff } = useApply(pet.id, first);
  const { typing, attributes: watching } = useTyping();
  const { problems, summary } = problemsOf(first, form.formState, typing);
  const { failure, isSending, sendAgain } = request;
  const isLost = failure !== null && !isCertain(failure);
  useWhenOnline(() => {
    if (isLost) sendAgain();
  });

  if (sentByStaff !== null) return <SentByStaff id={sentByStaff} sendsMail={sendsMail} />;
  return (
    <>
      <ApplyIntro isRestored={isRestored} onClear={startAgain} />
      {otherWays}
      <form
        {...request.attributes}
        {...watching}
        method="post"
        action={`/animals/${pet.id}/apply`}
        aria-labelledby="apply-heading"
        className={cx(panel, stack, "group gap-6 [&_:is(input,textarea)]:scroll-mb-[40dvh]")}
      >
        <FieldProblems refusal={first.refusal} problems={summary} submits={form.formState.submitCount} />
        <input type="hidden" name="id" value={first.id} />
        <input type="hidden" name="formToken" value={first.formToken} />
        <input type="hidden" name="retryToken" value={first.retryToken} />
        <ApplyFields
          form={form}
          start={first.values}
          problems={problems}
          typing={typing}
          petName={pet.name}
          shelterName={shelterName}
        />
        <div className="order-2 grid gap-4">
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
  const read = readForm(first.values, { id: first.id, petId: 0n, homepage: "", formToken: "", retryToken: "" });
  return "errors" in read ? read.errors : {};
}
