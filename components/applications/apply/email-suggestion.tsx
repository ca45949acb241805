import { type UseFormReturn, useWatch } from "react-hook-form";
import { suggestEmail } from "@/lib/values/email-typos";
import { FormMessage } from "../../ui/forms/field";
import { cx } from "../../ui/style/cx";
import { rowLink } from "../../ui/style/links";
import type { TypedValues } from "./use-application-draft";
import type { Typing } from "./use-typing";

type Props = { form: UseFormReturn<TypedValues>; typing: Typing };

/** A long address breaks, and leaves room for the question mark. */
const address =
  "max-w-[calc(100%-1ch)] cursor-pointer text-start font-semibold whitespace-normal text-accent wrap-anywhere";

/**
 * Suggests a correction once somebody has typed an e-mail address and left the field. It is only a suggestion: any
 * address can be sent.
 */
export function EmailSuggestion({ form, typing: { left, editing } }: Props) {
  const typed = useWatch({ control: form.control, name: "email" });
  const meant = left.has("email") && editing !== "email" ? suggestEmail(typed ?? "") : null;
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
