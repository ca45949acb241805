import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { type UseFormRegisterReturn, type UseFormReturn, useWatch } from "react-hook-form";
import type { FormField, FormValues } from "@/lib/applications/form";
import { INTENTS, type Intent } from "@/lib/applications/sent-words";
import { suggestEmail } from "@/lib/values/email-typos";
import { isolate, nameInSentence } from "@/lib/values/words";
import { Field, FieldError, FormMessage, Input, Textarea } from "../../ui/field";
import { Checkbox } from "../../ui/form-controls";
import { stack } from "../../ui/panel";
import { covering, cx, rowLink, toggle } from "../../ui/style";
import { idOf } from "./apply-problem";
import type { TypedValues } from "./use-apply";

type Props = { form: UseFormReturn<TypedValues>; isLeft: boolean };

const address =
  "max-w-[calc(100%-1ch)] cursor-pointer text-start font-semibold whitespace-normal text-accent wrap-anywhere";

/** Only a suggestion: any address can be sent. */
function EmailSuggestion({ form, isLeft }: Props) {
  const typed = useWatch({ control: form.control, name: "email" });
  const meant = isLeft ? suggestEmail(typed ?? "") : null;
  const takeSuggestion = () => {
    if (meant) form.setValue("email", meant, { shouldValidate: true });
    form.setFocus("email");
  };
  return (
    <FormMessage role="status">
      {meant && (
        <p>
          Did you mean {/* The question mark stays beside the address. */}
          <span className="whitespace-nowrap">
            <button type="button" className={cx(rowLink, address)} onClick={takeSuggestion}>
              {meant}
            </button>
            ?
          </span>
        </p>
      )}
    </FormMessage>
  );
}

type IntentChoiceProps = { form: UseFormReturn<TypedValues>; start: string; petName: string };

const WORDS: Readonly<Record<Intent, string>> = {
  adopt: "I would like to adopt",
  question: "I have a question about",
};

/** Not registered with `form`, which would lose a choice that was made before this script was loaded. */
function IntentChoice({ form, start, petName }: IntentChoiceProps) {
  const chosen = useWatch({ control: form.control, name: "intent", defaultValue: start });
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const checked = group.current?.querySelector<HTMLInputElement>(":checked");
    if (checked) form.setValue("intent", checked.value);
  }, [form]);
  return (
    <fieldset ref={group} id={idOf("intent")} className="min-w-0">
      <legend className="sr-only">What is this about?</legend>
      <div className="grid gap-2 md:grid-cols-2">
        {INTENTS.map((intent) => (
          <label key={intent} className={cx(toggle, "min-w-0 justify-start! gap-3 border-control-line py-2.5")}>
            <input
              type="radio"
              name="intent"
              value={intent}
              className={cx(covering, "peer")}
              checked={chosen === intent}
              onChange={() => {
                form.setValue("intent", intent);
                // The other choice has other fields.
                if (form.formState.isSubmitted) void form.trigger();
              }}
            />
            <span
              aria-hidden="true"
              className="size-5 shrink-0 rounded-pill border-2 border-control-line bg-panel peer-checked:border-6 peer-checked:border-accent"
            />
            <span className="min-w-0 wrap-anywhere">
              {WORDS[intent]} <bdi>{nameInSentence(petName)}</bdi>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type Fields = {
  form: UseFormReturn<TypedValues>;
  start: FormValues;
  problems: Partial<Record<FormField, string>>;
};
type ApplyFieldsProps = Fields & { isEmailLeft: boolean; petName: string; shelterName: string };

const group = `${stack} gap-4 border-0`;
const legend = "mb-3 font-display text-xl font-semibold";
/** Classes that show or hide something for a question. The form is the group. */
const [forQuestion, forAdoption] = [
  "hidden group-has-[[value=question]:checked]:inline",
  "group-has-[[value=question]:checked]:hidden",
];

/** The fields register in this order, because the first invalid one gets the focus. */
export function ApplyFields({ isEmailLeft, petName, shelterName, ...fields }: ApplyFieldsProps) {
  return (
    <>
      <IntentChoice form={fields.form} start={fields.start.intent} petName={petName} />
      <AboutYou {...fields} isEmailLeft={isEmailLeft} />
      <Message {...fields} petName={petName} />
      <Home {...fields} petName={petName} />
      <Consent {...fields} shelterName={shelterName} />
      <Trap />
    </>
  );
}

type FieldProps = ComponentProps<typeof Field>;
type TextFieldProps = Fields &
  Pick<FieldProps, "label" | "hint" | "isOptional"> & {
    name: Exclude<FormField, "consent" | "intent">;
    children(
      attributes: UseFormRegisterReturn & Parameters<FieldProps["children"]>[0] & { defaultValue: string },
    ): ReactNode;
  };

function TextField({ form, start, problems, name, children, ...field }: TextFieldProps) {
  return (
    <Field
      {...field}
      id={idOf(name)}
      error={problems[name]}
      // Once the form has been sent, the message above it says what is wrong.
      isAnnounced={!form.formState.isSubmitted}
    >
      {(attributes) => children({ ...attributes, ...form.register(name), defaultValue: start[name] })}
    </Field>
  );
}

function AboutYou({ isEmailLeft, ...fields }: Fields & Pick<ApplyFieldsProps, "isEmailLeft">) {
  return (
    <fieldset className={group}>
      <legend className={legend}>About you</legend>
      <TextField {...fields} name="name" label="Your name">
        {(attributes) => <Input {...attributes} autoComplete="name" required dir="auto" />}
      </TextField>
      <TextField {...fields} name="email" label="E-mail" hint="We reply to this address.">
        {(attributes) => (
          <>
            <Input {...attributes} type="email" autoComplete="email" required spellCheck={false} />
            <EmailSuggestion form={fields.form} isLeft={isEmailLeft} />
          </>
        )}
      </TextField>
      <TextField {...fields} name="telephone" label="Telephone" isOptional>
        {(attributes) => <Input {...attributes} type="tel" autoComplete="tel" />}
      </TextField>
    </fieldset>
  );
}

type SectionProps = Fields & Pick<ApplyFieldsProps, "petName">;

function Message({ petName, ...fields }: SectionProps) {
  return (
    <TextField
      {...fields}
      name="message"
      label={
        <>
          <span className={forAdoption}>
            Why <bdi>{nameInSentence(petName)}</bdi>, and what should we know?
          </span>
          <span className={forQuestion}>Your question</span>
        </>
      }
      hint={
        <>
          <span className={forAdoption}>For example: your experience with animals, and when you could visit.</span>
          <span className={forQuestion}>For example: about health, character or daily needs.</span>
        </>
      }
    >
      {(attributes) => <Textarea {...attributes} rows={6} className="max-sm:h-32" required dir="auto" />}
    </TextField>
  );
}

/** Where the animal would live. A question leaves this out. */
function Home({ petName, ...fields }: SectionProps) {
  return (
    <fieldset className={cx(group, forAdoption)}>
      <legend className={legend}>Your home</legend>
      <TextField
        {...fields}
        name="home"
        label={`Where would ${isolate(nameInSentence(petName))} live?`}
        hint="A few words are enough: house or flat, garden, who lives with you, how long the animal would be alone."
      >
        {(attributes) => <Textarea {...attributes} rows={3} dir="auto" />}
      </TextField>
      <TextField {...fields} name="otherPets" label="Other pets" isOptional hint="Which, and how old they are.">
        {(attributes) => <Textarea {...attributes} rows={2} dir="auto" />}
      </TextField>
    </fieldset>
  );
}

function Consent({ form, start, problems, shelterName }: Fields & Pick<ApplyFieldsProps, "shelterName">) {
  const id = idOf("consent");
  return (
    <div className="grid gap-1.5">
      <Checkbox
        {...form.register("consent")}
        id={id}
        value="yes"
        defaultChecked={start.consent === "yes"}
        required
        aria-invalid={problems.consent ? true : undefined}
        aria-describedby={problems.consent ? `${id}-error` : undefined}
      >
        <span>
          I agree that <bdi>{shelterName}</bdi> keeps what I write to answer me
          <span className={forAdoption}> and to decide about an adoption</span> (
          <a href="/privacy" target="_blank" rel="noopener">
            privacy notice<span className="sr-only">, opens a new tab</span>
          </a>
          ).
        </span>
      </Checkbox>
      <FieldError id={`${id}-error`}>{problems.consent}</FieldError>
    </div>
  );
}

/** A field that programs fill in, as they do with every field. People do not see it. */
function Trap() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input name="homepage" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
