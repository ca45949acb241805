import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AskedPet, Consequences } from "@/lib/adoptions/consequences";
import { refetch, refetchAll } from "@/lib/http/query-client";
import { useAdoptionQuestion } from "../pets/adoption-question";
import { useOneAtATime } from "../ui/hooks";

type Options<Answer, Sent> = {
  /** Sends it, with what the person has agreed to if the service has asked. @throws ApiError */
  send(sent: Sent, confirm?: string, consequences?: Consequences): Promise<Answer>;
  /** What the service may ask about. */
  pets?: readonly AskedPet[] | ((sent: Sent) => readonly AskedPet[]);
  /** What is read again. The default is all that may show a change of an animal. Null if `send` reads it. */
  reads?: QueryKey | null;
  /** Leaving it, such as for other filters, answers a question with no. */
  view?: string;
  onDone?(answer: Answer, sent: Sent): void;
};

/**
 * Something that a person does. `send` rejects after a failure, which a form shows; `run` says whether it was done, and
 * is for buttons: show `problem` with `RequestProblem`. `dialog` asks about `pets`.
 */
export function useCommand<Answer, Sent = void>({ send, pets = [], reads, view = "", onDone }: Options<Answer, Sent>) {
  const client = useQueryClient();
  const { confirmed, dialog } = useAdoptionQuestion(view);
  const { mutateAsync, variables, error, reset, ...state } = useMutation({
    mutationFn: (sent: Sent) => {
      const asked = typeof pets === "function" ? pets(sent) : pets;
      return confirmed(asked, (confirm, consequences) => send(sent, confirm, consequences));
    },
    onSettled: () => {
      if (reads !== null) void (reads ? refetch(client, reads) : refetchAll(client));
    },
  });
  const sendAlso = async (sent: Sent) => {
    const answer = await mutateAsync(sent);
    if (answer !== null) onDone?.(answer, sent);
    return answer;
  };
  const sendOnce = useOneAtATime(sendAlso);
  const run = (sent: Sent) =>
    sendOnce(sent).then(
      (answer) => answer != null,
      () => false,
    );
  const again = () => void run(variables as Sent);
  return {
    ...state,
    send: sendOnce,
    /** Does not wait for what was sent before. */
    sendAlso,
    run,
    again,
    dialog,
    sent: variables,
    error,
    reset,
    problem: { error, onSignedIn: reset },
  };
}
