import { useRouter } from "next/navigation";
import { useDeleteApplication } from "@/lib/applications/queries";
import type { Application } from "@/lib/applications/schema";
import { saveInTab } from "@/lib/tab-storage";
import { RequestProblem } from "../people/request-problem";
import { ConfirmButton } from "../ui/confirm-button";
import { cx } from "../ui/cx";
import { panel, stack } from "../ui/panel";
import { showToast } from "../ui/show-toast";

/** Deletes an application with everything about its applicant. */
export function DeleteApplication({ application: { id, name } }: { application: Application }) {
  const router = useRouter();
  const { mutate, isPending, error, reset } = useDeleteApplication(id);
  const remove = () => {
    if (isPending) return;
    mutate(undefined, {
      onSuccess: () => {
        // The drafts in this tab are about this person too.
        for (const draft of [`applications.reply.${id}`, `applications.note.${id}`]) saveInTab(draft, null);
        showToast({ text: "The application was deleted.", staysOnLeave: true });
        router.push("/staff/applications");
      },
    });
  };
  return (
    <details className={cx(panel, "py-2!")}>
      <summary className="font-display text-xl font-semibold">Delete</summary>
      <div className={cx(stack, "mt-2 mb-3")}>
        <p className="max-w-prose">
          Everything about this person is deleted at once: the application, its notes, its mail, and why the animal came
          back, if it did. An adoption stays, without the name.
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
              Delete everything about <bdi>{name}</bdi>?
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
