import { nameInSentence } from "@/lib/text";
import { buttonClass } from "../ui/button-class";

/**
 * Withdraws an application, after asking. Works without JavaScript. It is a button, because mail programs follow links.
 */
export function Withdraw({ action, petName }: { action: string; petName: string }) {
  return (
    <details>
      <summary className="font-semibold">Withdraw my application</summary>
      <form method="post" action={action} className="grid justify-items-start gap-3 pt-2 pb-3">
        <p>
          Do you no longer want to adopt <bdi>{nameInSentence(petName)}</bdi>? You cannot take this back, but you can
          ask again.
        </p>
        <button type="submit" className={buttonClass("danger")}>
          Yes, withdraw it
        </button>
      </form>
    </details>
  );
}
