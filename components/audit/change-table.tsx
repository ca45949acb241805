import { ApplicationFieldChanges } from "@/lib/applications/schema";
import { changeVerbs } from "@/lib/applications/staff-words";
import { type AnyChange, isRecorded, toLines } from "@/lib/audit/lines";
import type { ListedChange } from "@/lib/audit/schema";
import { groupWords } from "@/lib/pets/changes/history-groups";
import { nameInSentence } from "@/lib/values/words";
import { ActorName } from "../people/actor-name";
import { HistoryChanges } from "../pets/desk/history-changes";
import { Link } from "../ui/link";
import { cx, textLink } from "../ui/style";
import { AuditRow } from "./audit-row";
import { ChangeRow, ChangeTable } from "./change-list";

function ListedChangeRow({ entry }: { entry: ListedChange }) {
  return (
    <ChangeRow at={entry.at} who={<Who actor={entry.actor} />}>
      <What entry={entry} />
    </ChangeRow>
  );
}

function Who({ actor }: Pick<ListedChange, "actor">) {
  return (
    <span className={cx("inline-block", actor.name === null && "first-letter:uppercase")}>
      <ActorName actor={actor} />
    </span>
  );
}

/** What one action did to several animals, which unfold, or several photos of one. */
function SeveralRow({ entries }: { entries: readonly ListedChange[] }) {
  const [last] = entries;
  if (!last) return null;
  const pets = [...new Map(entries.map((entry) => [entry.petId, entry])).values()];
  if (pets.length === 1) {
    return (
      <ChangeRow at={last.at} who={<Who actor={last.actor} />}>
        <span className="max-w-full wrap-anywhere">
          <AnimalLink entry={last} />: {verbsOf(last, entries)}
        </span>
        <HistoryChanges entry={last} photos={[]} />
      </ChangeRow>
    );
  }
  return (
    <ChangeRow at={last.at} who={<Who actor={last.actor} />}>
      <details className="max-w-full">
        <summary className="justify-start!">
          {last.action === "created" ? `added ${pets.length} animals` : `${pets.length} animals: ${verbsOf(last)}`}
        </summary>
        <ul className="flex flex-wrap gap-x-4 pb-2">
          {pets.map((entry) => (
            <li key={entry.petId.toString()}>
              <AnimalLink entry={entry} />
            </li>
          ))}
        </ul>
      </details>
      <HistoryChanges entry={last} photos={[]} />
    </ChangeRow>
  );
}

function AnimalLink({ entry: { petId, petName } }: { entry: ListedChange }) {
  return (
    <Link className={textLink} href={`/staff/animals?history=${petId}`}>
      <bdi>{nameInSentence(petName ?? `Animal ${petId}`)}</bdi>
    </Link>
  );
}

function ApplicationLink({ entry: { application } }: { entry: ListedChange }) {
  return (
    <Link className={textLink} href={`/staff/applications/${application?.id}`}>
      <bdi>{nameInSentence(application?.name ?? "")}</bdi>
    </Link>
  );
}

function ApplicationDone({ entry }: { entry: ListedChange }) {
  const changes = ApplicationFieldChanges.safeParse(entry.changes).data ?? {};
  const link = <ApplicationLink entry={entry} />;
  const pet = <bdi>{nameInSentence(entry.petName ?? "")}</bdi>;
  if (changes.adopter && Object.keys(changes).length === 1) {
    return changes.adopter.from === null ? (
      <>
        recorded {link} as the adopter of {pet}
      </>
    ) : (
      <>
        corrected the adopter of {pet}: {link}
      </>
    );
  }
  const verbs = changeVerbs(changes, entry.byHandler);
  return "words" in verbs ? (
    <>
      {link} for {pet}: {verbs.words}
    </>
  ) : (
    <>
      {verbs.before} the application of {link} for {pet}
      {verbs.after}
    </>
  );
}

/** Says what was done to an animal, as part of a sentence: "changed status". `parts` are all that one action did. */
const verbsOf = ({ orderId, action, changes }: ListedChange, parts: readonly unknown[] = []) =>
  groupWords({ action: orderId === null ? action : `order.${action}`, changes, parts });

function What({ entry }: { entry: ListedChange }) {
  const { application, orderId, action, changes } = entry;
  if (application && orderId === null) {
    return (
      <span className="max-w-full wrap-anywhere">
        <ApplicationDone entry={entry} />
      </span>
    );
  }
  if (action === "created") {
    return (
      <span className="max-w-full wrap-anywhere">
        added <AnimalLink entry={entry} />
      </span>
    );
  }
  return (
    <>
      <span className="max-w-full wrap-anywhere">
        <AnimalLink entry={entry} />: {verbsOf(entry)}
        {application && (
          <>
            {" "}
            (<ApplicationLink entry={entry} />)
          </>
        )}
      </span>
      <HistoryChanges entry={{ changes }} photos={[]} />
    </>
  );
}

/** Changes of several lists. What one action did to several animals is one line. */
export function ChangesTable({ changes }: { changes: readonly AnyChange[] }) {
  return (
    <ChangeTable>
      {toLines(changes).map((line) => {
        const [first] = line;
        const key = `${first.about} ${first.entry.id}`;
        if (first.about === "settings") return <AuditRow key={key} entry={first.entry} />;
        if (line.length > 1)
          return <SeveralRow key={key} entries={line.filter(isRecorded).map(({ entry }) => entry)} />;
        return <ListedChangeRow key={key} entry={first.entry} />;
      })}
    </ChangeTable>
  );
}
