import { type UseFormReturn, useWatch } from "react-hook-form";
import { suggestEmail } from "@/lib/email-typos";
import { Button } from "../ui/button";
import { FormMessage } from "../ui/field";
import type { TypedValues } from "./use-application-draft";
import type { Typing } from "./use-typing";

type Props = { form: UseFormReturn<TypedValues>; typing: Typing };

/**
 * Once somebody has typed an e-mail address and left the field: asks whether another one was meant, and takes it over.
 * Nobody has to: any address can be sent.
 */
export function EmailSuggestion({ form, typing: { left, editing } }: Props) {
  const typed = useWatch({ control: form.control, name: "email" });
  const meant = left.has("email") && editing !== "email" ? suggestEmail(typed ?? "") : null;
  const take = () => {
    if (meant) form.setValue("email", meant, { shouldValidate: true });
    form.setFocus("email");
  };
  return (
    <FormMessage role="status">
      {meant && (
        <p>
          Did you mean {/* The question mark stays beside the address. */}
          <span className="whitespace-nowrap">
            <Button
              look="link"
              className="max-w-[calc(100%-1ch)] px-0! text-start whitespace-normal wrap-anywhere"
              onClick={take}
            >
              {meant}
            </Button>
            ?
          </span>
        </p>
      )}
    </FormMessage>
  );
}
