import { ApplicationFieldChanges } from "@/lib/applications/schema";
import { changeVerbs } from "@/lib/applications/staff-words";
import { areAlike, partsOf, type SetParts, toLines } from "@/lib/audit/lines";
import { type ChangeSet, type ListedChange, settingsOf } from "@/lib/audit/schema";
import { changeWords } from "@/lib/pets/changes/history-words";
import { nameInSentence } from "@/lib/values/words";
import { ActorName } from "../people/actor-name";
import { HistoryChanges } from "../pets/desk/history-changes";
import { Link } from "../ui/link";
import { cx } from "../ui/style";
import { ChangeRow, ChangeTable } from "./change-list";
import { SettingDone, textLink } from "./setting-row";

function Who({ actor }: Pick<ChangeSet, "actor">) {
  return (
    <span className={cx("inline-block", actor.name === null && "first-letter:uppercase")}>
      <ActorName actor={actor} />
    </span>
  );
}

const line = "max-w-full wrap-anywhere";

function SetRow({ set }: { set: ChangeSet }) {
  const { at, actor, changes, count } = set;
  const { order, application, pets, others } = partsOf(set);
  return (
    <ChangeRow at={at} who={<Who actor={actor} />}>
      {application && (
        <span className={line}>
          <ApplicationDone entry={application} />
        </span>
      )}
      {order && <AdoptionDone {...order} />}
      {pets.length > 0 && <AnimalsDone pets={pets} />}
      {settingsOf(set).map((change) => (
        <SettingDone key={change.subjectId} change={change} />
      ))}
      {others.map((other) => (
        <p key={other.application?.id} className={line}>
          <ApplicationDone entry={other} />
        </p>
      ))}
      {count > changes.length && <p className="text-sm text-soft">{count - changes.length} more changes</p>}
    </ChangeRow>
  );
}

function AdoptionDone({ step, details, application }: NonNullable<SetParts["order"]>) {
  return (
    <>
      <span className={line}>
        <AnimalLink entry={step} />: {changeWords(step)}
        {application && (
          <>
            {" "}
            (<ApplicationLink application={application} />)
          </>
        )}
      </span>
      <HistoryChanges entry={{ changes: details }} photos={[]} />
    </>
  );
}

/** What was done to an animal, or to several, which unfold. */
function AnimalsDone({ pets }: { pets: readonly ListedChange[] }) {
  const [first] = pets;
  if (!first) return null;
  const words = changeWords({ ...first, changes: Object.assign({}, ...pets.map(({ changes }) => changes)) });
  const values = areAlike(pets) && <HistoryChanges entry={{ changes: first.changes }} photos={[]} />;
  const isAddition = first.action === "created";
  if (pets.length === 1) {
    return (
      <>
        <span className={line}>
          {isAddition ? (
            <>
              added <AnimalLink entry={first} />
            </>
          ) : (
            <>
              <AnimalLink entry={first} />: {words}
            </>
          )}
        </span>
        {values}
      </>
    );
  }
  return (
    <>
      <details className="max-w-full">
        <summary className="justify-start!">
          {isAddition ? `added ${pets.length} animals` : `${pets.length} animals: ${words}`}
        </summary>
        <ul className="flex flex-wrap gap-x-4 pb-2">
          {pets.map((entry) => (
            <li key={entry.petId.toString()}>
              <AnimalLink entry={entry} />
            </li>
          ))}
        </ul>
      </details>
      {values}
    </>
  );
}

function AnimalLink({ entry: { petId, petName } }: { entry: ListedChange }) {
  return (
    <Link className={textLink} href={`/staff/animals?history=${petId}`}>
      <bdi>{nameInSentence(petName ?? `Animal ${petId}`)}</bdi>
    </Link>
  );
}

function ApplicationLink({ application }: { application: NonNullable<ListedChange["application"]> }) {
  return (
    <Link className={textLink} href={`/staff/applications/${application.id}`}>
      <bdi>{nameInSentence(application.name)}</bdi>
    </Link>
  );
}

function ApplicationDone({ entry }: { entry: ListedChange }) {
  const changes = ApplicationFieldChanges.safeParse(entry.changes).data ?? {};
  const link = entry.application && <ApplicationLink application={entry.application} />;
  const pet = <bdi>{nameInSentence(entry.petName ?? "")}</bdi>;
  if (changes.adopter && !changes.status) {
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

export function ChangesTable({ sets }: { sets: readonly ChangeSet[] }) {
  return (
    <ChangeTable>
      {toLines(sets).map((set) => (
        <SetRow key={set.id} set={set} />
      ))}
    </ChangeTable>
  );
}
