import type { Application } from "@/lib/applications/schema";
import { sentNoun } from "@/lib/applications/sent-words";
import { changeVerbs } from "@/lib/applications/staff-words";
import { handOverWords } from "@/lib/orders/hand-over";
import { isolate } from "@/lib/values/words";
import { panel } from "../../ui/panel";
import { cx } from "../../ui/style";
import { When } from "../../ui/time";

export function ApplicationHistory({ application }: { application: Application }) {
  const { history, createdAt, isQuestion, enteredBy } = application;
  const isRecorded = history.some(({ changes }) => changes.adopter?.from === null);
  return (
    <details className={cx(panel, "py-2!")}>
      <summary className="font-display text-xl font-semibold">History</summary>
      <ol className="mt-2 mb-3 grid gap-3">
        {history.map((entry) => (
          <li key={`${entry.changeSetId} ${Object.keys(entry.changes).join()}`} className={line}>
            <p className="wrap-anywhere">
              <bdi>{actorWords(entry.actor)}</bdi> {doneWords(entry, isQuestion)}
            </p>
            {entry.changes.reply?.to && (
              <details>
                <summary>The reply</summary>
                <p dir="auto" className="pb-2 whitespace-pre-line wrap-anywhere">
                  {entry.changes.reply.to}
                </p>
              </details>
            )}
            <p className="text-sm text-soft">
              <When iso={entry.at} />
            </p>
          </li>
        ))}
        {!isRecorded && (
          <li className={line}>
            {enteredBy === null || enteredBy.kind === "applicant" ? (
              <p>The {sentNoun(isQuestion)} arrived</p>
            ) : (
              <p className="wrap-anywhere">
                <bdi>{actorWords(enteredBy)}</bdi> entered the {sentNoun(isQuestion)}
              </p>
            )}
            <p className="text-sm text-soft">
              <When iso={createdAt} />
            </p>
          </li>
        )}
      </ol>
    </details>
  );
}

const line = "grid gap-0.5 border-s-2 border-line ps-3";

type Entry = Application["history"][number];

/** What happened to the adoption itself, which has no verb in a list of many changes. */
const ORDER_VERBS: Readonly<Record<string, string>> = {
  "open → completed": "recorded the hand-over",
  "completed → open": "took back the hand-over",
  "completed → returned": "recorded that the animal came back",
  "returned → completed": "took back the return",
};

function doneWords({ actor, changes }: Entry, isQuestion: boolean): string {
  const { order, status, tookPlaceAt, handledBy, adopter } = changes;
  const step = order && !status && ORDER_VERBS[`${order.from} → ${order.to}`];
  if (step) return tookPlaceAt?.to ? `${step} on ${handOverWords(tookPlaceAt.to)}` : step;
  const verbs = changeVerbs(changes, actor.name !== null && actor.name === (handledBy?.to ?? handledBy?.from));
  const words = "words" in verbs ? verbs.words : `${verbs.before} the ${sentNoun(isQuestion)}${verbs.after}`;
  const names = [adopter?.from, adopter?.to].filter((name) => typeof name === "string").map(isolate);
  return names.length > 0 ? `${words}: ${[...new Set(names)].join(" → ")}` : words;
}

const ACTORS = {
  person: "Somebody who has left",
  applicant: "The applicant",
  key: "A program",
  operator: "The operator",
  unknown: "Somebody",
  service: "The service",
} as const;

const actorWords = ({ kind, name }: Entry["actor"]) => name ?? ACTORS[kind];
