import type { Application } from "@/lib/applications/schema";
import { nameInSentence } from "@/lib/values/excerpt";
import { RequestProblem } from "../../people/request-problem";
import { ConfirmButton } from "../../ui/overlays/confirm-button";
import { cx } from "../../ui/style/cx";
import { panel, stack } from "../../ui/style/panel";
import { useRemoval } from "./use-removal";

/** Deletes an application with everything about its applicant. */
export function DeleteApplication({ application }: { application: Application }) {
  const { remove, isPending, error, reset } = useRemoval(application);
  return (
    <details className={cx(panel, "py-2!")}>
      <summary className="font-display text-xl font-semibold">Delete</summary>
      <div className={cx(stack, "mt-2 mb-3")}>
        <p className="max-w-prose">
          Everything about this person is deleted at once: the application, its notes and replies, its mail, and why the
          animal came back, if it did. An adoption stays, without the name.
        </p>
        <RequestProblem
          id="delete-again"
          error={error}
          notDone="The application was not deleted."
          inDoubt="We do not know whether the application was deleted. Delete it again: nothing happens twice."
          onSignedIn={reset}
        />
        <ConfirmButton
          label="Delete everything about this person"
          question={
            <>
              Delete everything about <bdi>{nameInSentence(application.name)}</bdi>?
            </>
          }
          details="This cannot be undone."
          confirm="Delete"
          busy={isPending}
          onConfirm={remove}
        />
      </div>
    </details>
  );
}
