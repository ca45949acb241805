import { useEffect, useRef } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { INTENTS, type Intent } from "@/lib/applications/question";
import { nameInSentence } from "@/lib/values/excerpt";
import { cx } from "../../ui/style/cx";
import { covering, toggle } from "../../ui/style/pill";
import type { TypedValues } from "./use-application-draft";

type Props = { form: UseFormReturn<TypedValues>; start: string; petName: string };

const WORDS: Readonly<Record<Intent, string>> = {
  adopt: "I would like to adopt",
  question: "I have a question about",
};

/**
 * Whether the visitor wants to adopt or has a question. Not registered with `form`, which would lose a choice that was
 * made before this script was loaded.
 */
export function IntentChoice({ form, start, petName }: Props) {
  const chosen = useWatch({ control: form.control, name: "intent", defaultValue: start });
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const checked = group.current?.querySelector<HTMLInputElement>(":checked");
    if (checked) form.setValue("intent", checked.value);
  }, [form]);
  return (
    <fieldset ref={group} id="apply-intent" className="min-w-0">
      <legend className="sr-only">What is this about?</legend>
      <div className="grid gap-2 md:grid-cols-2">
        {INTENTS.map((intent) => (
          <label
            key={intent}
            className={cx(toggle, "min-w-0 justify-start! gap-3 border-control-line py-2.5 leading-snug")}
          >
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
