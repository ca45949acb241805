import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { applicationQuery, sendDeleteApplication } from "@/lib/applications/client";
import { inboxHref } from "@/lib/applications/inbox";
import type { Application } from "@/lib/applications/schema";
import { SUSPICION_WORDS } from "@/lib/applications/staff-words";
import { QUERY_ROOTS } from "@/lib/http/query-client";
import { saveInTab } from "@/lib/tab-storage";
import { nameInSentence } from "@/lib/values/words";
import { useCommand } from "../../audit/use-command";
import { RequestProblem } from "../../people/request-problem";
import { usePersonId } from "../../people/signed-in";
import { Button } from "../../ui/button";
import { ConfirmButton } from "../../ui/confirm-dialog";
import { actions, panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { showToast } from "../../ui/toast";
import { draftNames, NEXT_HEADING, useDecision } from "./use-decisions";

function useRemoval({ id, folder }: Pick<Application, "id" | "folder">) {
  const router = useRouter();
  const client = useQueryClient();
  const person = usePersonId();
  const remove = useCommand({
    send: () => sendDeleteApplication(id),
    reads: [...QUERY_ROOTS.applications, "list"],
    onDone: () => {
      client.removeQueries({ queryKey: applicationQuery(id).queryKey });
      // The drafts in this tab are about this person too.
      for (const name of Object.values(draftNames(id, person))) saveInTab(name, null);
      showToast({ text: "The application was deleted." });
      router.push(inboxHref(folder === "suspicious" ? { folder } : {}));
    },
  });
  const problem = <RequestProblem {...remove.problem} onWaited={remove.again} />;
  return { ...remove, problem };
}

/** Until it is moved to the inbox or deleted, this is all that can be decided. */
export function Suspicion({ application }: { application: Application }) {
  const decision = useDecision(application);
  const { suspicions, status } = application;
  const { run, isPending, problem } = useRemoval(application);
  return (
    <section
      id={NEXT_HEADING}
      tabIndex={-1}
      className={cx(stack, "rounded-card border-2 border-amber bg-amber-back p-5")}
      aria-label="Suspicious"
    >
      <div className="grid max-w-prose gap-1.5">
        <p>
          <strong className="text-amber">This may be spam.</strong> It is apart from the inbox, and the applicant gets
          no e-mails.
        </p>
        {suspicions.length > 0 && (
          <ul aria-label="Reasons" className={cx(suspicions.length > 1 && "list-disc ps-5")}>
            {suspicions.map((one) => (
              <li key={one}>{SUSPICION_WORDS[one]}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={actions}>
        <Button
          busy={decision.busy}
          onClick={() =>
            decision.decide({ folder: "inbox" }, `Moved to the inbox${status === "new" ? ", as “New”" : ""}.`)
          }
        >
          Not spam
        </Button>
        <Button look="quiet-danger" busy={isPending} onClick={() => void run()}>
          Spam: delete
        </Button>
      </div>
      {decision.problem}
      {problem}
    </section>
  );
}

export function DeleteApplication({ application }: { application: Application }) {
  const { run, isPending, problem } = useRemoval(application);
  return (
    <details className={cx(panel, "py-2!")}>
      <summary className="font-display text-xl font-semibold">Delete</summary>
      <div className={cx(stack, "mt-2 mb-3")}>
        <p className="max-w-prose">
          Everything about this person is deleted at once: the application, its notes and replies, its mail, and why the
          animal came back, if it did. An adoption stays, without the name.
        </p>
        {problem}
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
          onConfirm={run}
        />
      </div>
    </details>
  );
}
