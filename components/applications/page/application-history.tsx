import type { Application } from "@/lib/applications/schema";
import { sentNoun } from "@/lib/applications/sent-words";
import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { APPLICATION_STATUSES } from "@/lib/applications/status";
import { handOverWords } from "@/lib/orders/hand-over";
import { personName } from "@/lib/values/person-name";
import { isolate } from "@/lib/values/words";
import { panel } from "../../ui/panel";
import { cx } from "../../ui/style";
import { When } from "../../ui/time";

export function ApplicationHistory({ application }: { application: Application }) {
  const { history, petName, createdAt, isQuestion, enteredBy } = application;
  const isRecorded = history.some(({ changes }) => changes.adopter?.from === null);
  return (
    <details className={cx(panel, "py-2!")}>
      <summary className="font-display text-xl font-semibold">History</summary>
      <ol className="mt-2 mb-3 grid gap-3">
        {history.map(({ at, actor, changes }) => (
          <li key={`${at} ${Object.keys(changes).join()}`} className="grid gap-0.5 border-s-2 border-line ps-3">
            {Object.entries(changes).map(([field, change]) =>
              field === "toTell" && changes.status && change.to === "false" ? null : field === "reply" ? (
                <Replied key={field} text={change.to} />
              ) : (
                <p key={field} className="wrap-anywhere empty:hidden">
                  {field === "status" && changes.pet ? (
                    <Followed to={change.to} pet={changes.pet} petName={petName} />
                  ) : (
                    applicationChangeWords(field, change)
                  )}
                </p>
              ),
            )}
            <p className="text-sm wrap-anywhere text-soft">
              <bdi>{actorWords(actor)}</bdi>, <When iso={at} />
            </p>
          </li>
        ))}
        {!isRecorded && (
          <li className="border-s-2 border-line ps-3">
            {enteredBy === null || enteredBy.kind === "applicant" ? (
              <p>The {sentNoun(isQuestion)} arrived</p>
            ) : (
              <p className="wrap-anywhere">
                Entered by <bdi>{enteredBy.name ?? ACTORS[enteredBy.kind].toLowerCase()}</bdi>
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

type Entry = Application["history"][number];
type Change = Entry["changes"][string];

type FollowedProps = { to: string | null; pet: Change; petName: string };

function Followed({ to, pet, petName }: FollowedProps) {
  const [before, after] = followedWords(pet);
  return (
    <>
      {statusWord(to)}
      {before}
      <bdi>{petName}</bdi>
      {after}
    </>
  );
}

function followedWords({ to }: Change): [string, string] {
  if (to === "sold") return [", because ", " was adopted"];
  return [" again, because the adoption of ", " was undone"];
}

const ORDER_WORDS: Readonly<Record<string, string>> = {
  "open → completed": "The animal was handed over",
  "completed → open": "Not handed over after all",
  "completed → returned": "The animal came back",
  "returned → completed": "Not back after all",
  "open → cancelled": "The adoption was cancelled",
  "cancelled → open": "Not cancelled after all",
};

function Replied({ text }: { text: string | null }) {
  const words = applicationChangeWords("reply", { from: null, to: text });
  if (text === null) return <p>{words}</p>;
  return (
    <details>
      <summary>{words}</summary>
      <p dir="auto" className="pb-2 whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </details>
  );
}

/** Returns what a change of an application did, in words; empty if other lines of the entry say it. */
function applicationChangeWords(field: string, { from, to }: Change): string {
  switch (field) {
    case "pet":
      return "";
    case "reply":
      return to === null ? "The reply was not sent after all" : "Reply sent";
    case "folder":
      return to === "inbox" ? "Not spam: moved to the inbox" : "Marked as spam";
    case "adopter":
      return adopterWords(from, to);
    case "toTell":
      return to === "true" ? "Still to be told" : "The applicant was told";
    case "order":
      return ORDER_WORDS[`${from} → ${to}`] ?? "";
    case "tookPlaceAt":
      return `On ${handOverWords(to ?? "")}`;
    case "status":
      return `${statusWord(from)} → ${statusWord(to)}`;
    case "handledBy":
      return to === null ? `No longer handled by ${handler(from)}` : `Handled by ${handler(to)}`;
    default:
      return to === null ? "Note removed" : from === null ? "Note written" : "Note changed";
  }
}

function adopterWords(from: string | null, to: string | null): string {
  const name = isolate(to ?? "");
  if (from === null) return `Recorded as the adopter: ${name}`;
  return from === to ? "E-mail or telephone corrected" : `Name corrected: ${isolate(from)} → ${name}`;
}

/** Returns the name of who handled it. Older entries have e-mail addresses. */
function handler(name: string | null): string {
  if (name === null) return "somebody";
  return isolate(name.includes("@") ? personName(name) : name);
}

function statusWord(text: string | null): string {
  const known = APPLICATION_STATUSES.find((status) => status === text);
  return known ? STAFF_STATUS_LABELS[known] : (text ?? "");
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
