"use client";

import { type ReactNode, useMemo, useState } from "react";
import { type FormField, type FormValues, problemsIn, type ReturnedForm } from "@/lib/applications/form";
import { sentNoun } from "@/lib/applications/sent-words";
import { isCertain } from "@/lib/http/errors";
import { nameInSentence } from "@/lib/values/words";
import { useHydrated } from "../../ui/browser";
import { Button, ButtonLink, buttonClass } from "../../ui/button";
import { Textarea } from "../../ui/field";
import { useWhenOnline } from "../../ui/load-problem";
import { Notice, panel, stack, stackedActions } from "../../ui/panel";
import { cx, rowLink } from "../../ui/style";
import { useOwnApplication } from "../own-application";
import { ApplyFields } from "./apply-fields";
import { FieldProblems, SendingProblem } from "./apply-problem";
import { readDraft, useApply, useLeftFields } from "./use-apply";

type Props = {
  isRestored: boolean;
  onClear(): void;
};

/** Says what the form is for, or that it was restored. Both take the same space, so nothing moves. */
function ApplyIntro({ isRestored, onClear }: Props) {
  const place = "col-start-1 row-start-1";
  return (
    <div className="-mt-2 grid items-center">
      <p className={cx(place, "text-pretty text-soft", isRestored && "invisible")}>
        It takes a few minutes and commits you to nothing. All fields are needed, except those marked optional.
      </p>
      <p className={cx(place, "-my-2.5 flex flex-wrap items-center gap-x-4", !isRestored && "invisible")}>
        We kept what you wrote.
        <button type="button" className={cx(rowLink, "cursor-pointer")} onClick={onClear}>
          Clear
        </button>
      </p>
    </div>
  );
}

type SentByStaffProps = {
  id: string;
  isEarlier: boolean;
  sendsMail: boolean;
};

/** The form and its focused button are gone, so the message gets the focus. */
const focusHeading = (heading: HTMLHeadingElement | null) => heading?.focus();

/** Shown to signed-in people after they have entered an application: only the applicant may get the private link. */
function SentByStaff({ id, isEarlier, sendsMail }: SentByStaffProps) {
  return (
    <Notice role="alert">
      <h2 ref={focusHeading} tabIndex={-1}>
        The application is in the inbox
      </h2>
      {isEarlier && <p>Your first text had already arrived, so what you changed after it was not sent.</p>}
      <p>
        You are signed in, so it was not checked for spam.{" "}
        {sendsMail
          ? "Only the applicant gets the link to follow it, by e-mail."
          : "This service sends no mail, so nobody gets a link to follow it. Answer the applicant by telephone or from your own mailbox."}
      </p>
      <div className={stackedActions}>
        <ButtonLink href={`/staff/applications/${id}`}>Open the application</ButtonLink>
        <ButtonLink look="quiet" href="/staff/applications">
          Go to the inbox
        </ButtonLink>
      </div>
    </Notice>
  );
}

type ApplyFormProps = {
  pet: { id: bigint; name: string };
  shelterName: string;
  /** An empty form, or one that was sent without JavaScript and returned. */
  first: ReturnedForm;
  sendsMail: boolean;
  otherWays: ReactNode;
};

/** The form for adopting or asking about an animal. Without JavaScript, the browser sends it to its own page. */
export function ApplyForm({ pet, shelterName, first, sendsMail, otherWays }: ApplyFormProps) {
  const { form, request, isRestored, startAgain, sentByStaff } = useApply(pet.id, first);
  const { left, onBlur } = useLeftFields();
  const { problems, summary } = problemsOf(first, form.formState, left);
  const { failure, isSending, sendAgain } = request;
  const isLost = failure !== null && !isCertain(failure);
  useWhenOnline(() => {
    if (isLost) sendAgain();
  });

  if (sentByStaff !== null) return <SentByStaff {...sentByStaff} sendsMail={sendsMail} />;
  return (
    <>
      <ApplyIntro isRestored={isRestored} onClear={startAgain} />
      {otherWays}
      <form
        {...request.attributes}
        onBlur={onBlur}
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
          isEmailLeft={left.has("email")}
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

/** Until the form is sent from here, these are the errors that the server found, plus those of fields left since. */
function problemsOf(
  first: ReturnedForm,
  { isSubmitted, errors }: FormState,
  left: ReadonlySet<string>,
): Record<"problems" | "summary", Problems> {
  const found = Object.entries(errors).map(([name, error]) => [name, error?.message ?? ""] as const);
  if (isSubmitted) return { problems: Object.fromEntries(found), summary: Object.fromEntries(found) };
  const returned = Object.entries(first.isReturned && !first.refusal ? problemsIn(first.values) : {}).filter(
    ([name]) => !left.has(name),
  );
  const own = found.filter(([name]) => left.has(name));
  return { problems: Object.fromEntries([...returned, ...own]), summary: Object.fromEntries(returned) };
}

type AskedAlreadyProps = {
  petId: bigint;
  name: string;
  reply: string;
  /** Shown below while the form is folded. */
  meanwhile: ReactNode;
  children: ReactNode;
};

/** Points to the application for this animal that the browser remembers. The form is then shown only on request. */
export function AskedAlready({ petId, name, reply, meanwhile, children }: AskedAlreadyProps) {
  const own = useOwnApplication(petId);
  const [isAgain, setAgain] = useState(false);
  return (
    <>
      {own && (
        <div data-part={isAgain ? undefined : "asked"} className={cx(panel, stack)}>
          <h2 className="wrap-anywhere">
            You have already {own.isQuestion ? "asked about" : "applied for"} <bdi>{nameInSentence(name)}</bdi>
          </h2>
          <p className="max-w-prose text-pretty">
            Your {sentNoun(own.isQuestion)} is with us. {reply} Its page shows how it is going and what comes next.
            There you can also {own.isQuestion ? "take it back" : "withdraw it"}.
          </p>
          <div className={stackedActions}>
            {/* Not a link of Next.js: no request of this page may name it. */}
            <a className={buttonClass()} href={own.href}>
              {own.label}
            </a>
            <Button look="quiet" aria-expanded={isAgain} onClick={() => setAgain(!isAgain)}>
              {own.isQuestion ? "Ask again" : "Apply again"}
            </Button>
          </div>
        </div>
      )}
      {own && !isAgain && meanwhile}
      <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5", own && !isAgain && "hidden")}>{children}</div>
    </>
  );
}

type UnsentTextProps = {
  petId: bigint;
  /** A form that was sent without JavaScript. */
  returned: FormValues | null;
};

const FIELD = "unsent-text";

export function UnsentText({ petId, returned }: UnsentTextProps) {
  const isHydrated = useHydrated();
  const draft = useMemo(() => (isHydrated ? readDraft(petId) : null), [isHydrated, petId]);
  const values = returned ?? draft?.values;
  // After a lost answer, nobody knows whether it has arrived.
  const isUnsent = returned !== null || draft?.isInDoubt === false;
  const text = values ? textOf(values) : "";
  if (text === "") return null;
  return (
    <section aria-labelledby="unsent-heading" className={cx(panel, stack)}>
      <h2 id="unsent-heading">
        <label htmlFor={FIELD}>What you wrote</label>
      </h2>
      <p className="-mt-2 max-w-prose text-soft">
        {isUnsent ? "It was not sent." : "We do not know whether it has arrived."} Copy it if you want to keep it,
        perhaps for another animal.
      </p>
      <Textarea
        id={FIELD}
        readOnly
        dir="auto"
        rows={5}
        className="field-sizing-content max-h-80 max-w-prose"
        value={text}
      />
    </section>
  );
}

/** Returns what was written about the person and the home. Name and addresses are quickly typed again. */
function textOf({ message, home, otherPets }: FormValues): string {
  const parts = [message, home && `Home: ${home}`, otherPets && `Other pets: ${otherPets}`];
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}
