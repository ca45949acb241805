import type { AuditEntry } from "@/lib/audit/schema";
import { actionWords, changedDetails, detailsWords, OTHER_ACTORS, UNKNOWN_ADDRESSES } from "@/lib/audit/words";
import { PersonByEmail, PersonName } from "../people/actor-name";
import { Link } from "../ui/link";
import { textLink } from "../ui/style";
import { ChangeRow } from "./change-list";

export function AuditRow({ entry }: { entry: AuditEntry }) {
  return (
    <ChangeRow at={entry.at} who={<Actor name={entry.actor} />}>
      <span className="max-w-full wrap-anywhere">
        {actionWords(entry)} <Subject entry={entry} />
      </span>
      <p className="max-w-full text-sm text-soft empty:hidden">{detailsWords(entry)}</p>
      <ChangedValues entry={entry} />
    </ChangeRow>
  );
}

function Actor({ name }: { name: string }) {
  return OTHER_ACTORS[name] ?? <PersonName email={name} />;
}

function Subject({ entry: { action, subject, actor, keyName, details } }: { entry: AuditEntry }) {
  if (action.startsWith("key.")) {
    return (
      <Link className={textLink} href={`/staff/keys/${subject}`}>
        <bdi>{keyName ?? subject}</bdi>
      </Link>
    );
  }
  // A person who signs in is both actor and subject, so one e-mail address is enough. A deleted application and an
  // unknown address have no name.
  if (
    action.startsWith("application.") ||
    subject === UNKNOWN_ADDRESSES ||
    (subject === actor && action !== "person.name")
  )
    return null;
  if (!action.startsWith("person.")) return <bdi>{subject}</bdi>;
  const role = typeof details.role === "string" && `${action === "person.role" ? "to" : "as"} ${details.role}`;
  return <PersonByEmail email={subject} more={role || undefined} />;
}

const MAX_SHORT_LENGTH = 60;
const isShort = ({ from, to }: { from: string; to: string }) =>
  [from, to].every((value) => value.length <= MAX_SHORT_LENGTH && !value.includes("\n"));

/** One short change, or the changed fields, which unfold to show their earlier and new values. */
function ChangedValues({ entry }: { entry: AuditEntry }) {
  const values = changedDetails(entry);
  const [only] = values;
  if (only === undefined) return null;
  if (values.length === 1 && isShort(only)) {
    return (
      <p className="max-w-full text-sm">
        <span className="inline-block text-soft first-letter:uppercase">{only.name}:</span> <Values {...only} />
      </p>
    );
  }
  return (
    <details className="max-w-full text-sm">
      <summary className="justify-start! text-soft">{values.map(({ name }) => name).join(", ")}</summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 pb-2">
        {values.map(({ name, from, to }) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <Values from={from} to={to} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Values({ from, to }: { from: string; to: string }) {
  return (
    <>
      <s className="text-soft">
        <bdi>{from}</bdi>
      </s>{" "}
      → <bdi>{to}</bdi>
    </>
  );
}
