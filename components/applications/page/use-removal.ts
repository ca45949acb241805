import { useRouter } from "next/navigation";
import { inboxHref } from "@/lib/applications/inbox/inbox";
import { useDeleteApplication } from "@/lib/applications/queries";
import type { Application } from "@/lib/applications/schema";
import { saveInTab } from "@/lib/tab-storage";
import { usePersonId } from "../../people/signed-in";
import { showToast } from "../../ui/toasts/show-toast";
import { draftNames } from "./draft-names";

/**
 * Deletes an application with everything about its applicant, and then shows its folder. Deleting it again after a lost
 * answer does no harm.
 */
export function useRemoval({ id, folder }: Pick<Application, "id" | "folder">) {
  const router = useRouter();
  const person = usePersonId();
  const { mutate, isPending, error, reset } = useDeleteApplication(id);
  const remove = () => {
    if (isPending) return;
    mutate(undefined, {
      onSuccess: () => {
        // The drafts in this tab are about this person too.
        for (const name of Object.values(draftNames(id, person))) saveInTab(name, null);
        showToast({ text: "The application was deleted.", staysOnLeave: true });
        router.push(inboxHref(folder === "suspicious" ? { folder } : {}));
      },
    });
  };
  return { remove, isPending, error, reset };
}
