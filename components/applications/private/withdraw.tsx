import { nameInSentence } from "@/lib/values/excerpt";
import { CloseDetails } from "../../ui/buttons/close-details";
import { buttonClass } from "../../ui/style/button-class";
import { stackedActions } from "../../ui/style/panel";

type Props = { action: string; petName: string; isQuestion: boolean };

/**
 * Withdraws an application, after asking. Works without JavaScript. It is a button, because mail programs follow links.
 */
export function Withdraw({ action, petName, isQuestion }: Props) {
  return (
    <details>
      <summary className="font-semibold">{isQuestion ? "Take my question back" : "Withdraw my application"}</summary>
      <form method="post" action={action} className="grid gap-3 pt-2 pb-3">
        <p>
          {isQuestion ? (
            "Do you no longer need an answer? You can ask again at any time."
          ) : (
            <>
              Do you no longer want to adopt <bdi>{nameInSentence(petName)}</bdi>? You cannot undo this, but you can
              apply again.
            </>
          )}
        </p>
        <div className={stackedActions}>
          <button type="submit" className={buttonClass("danger")}>
            {isQuestion ? "Yes, take it back" : "Yes, withdraw it"}
          </button>
          <CloseDetails href={action}>No, keep it</CloseDetails>
        </div>
      </form>
    </details>
  );
}
