import type { Application } from "@/lib/applications/schema";
import { When } from "../../ui/display/time";

/** The last reply that was marked as sent, folded, with who sent it and when. */
export function LastReply({ application: { reply, history } }: { application: Application }) {
  if (reply === null) return null;
  const sent = history.find(({ changes }) => changes.reply?.to === reply);
  return (
    <details className="border-s-2 border-line ps-3">
      <summary className="wrap-anywhere">
        {/* One element, because a summary arranges its parts as columns. */}
        <span>
          Last reply
          {sent && (
            <>
              {sent.actor.name !== null && (
                <>
                  {" "}
                  from <bdi>{sent.actor.name}</bdi>
                </>
              )}
              , <When iso={sent.at} />
            </>
          )}
        </span>
      </summary>
      <p dir="auto" className="max-w-prose pb-2 whitespace-pre-line wrap-anywhere">
        {reply}
      </p>
    </details>
  );
}
