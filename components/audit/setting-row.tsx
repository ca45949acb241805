import type { SettingChange, SignIn } from "@/lib/audit/schema";
import { ACTION_WORDS, isNew, SIGN_IN_WORDS, settingValues, signInDetails } from "@/lib/audit/words";
import { PersonByEmail } from "../people/actor-name";
import { Link } from "../ui/link";
import { textLink } from "../ui/style";
import { ChangeRow } from "./change-list";

export function SettingDone({ change }: { change: SettingChange }) {
  return (
    <>
      <span className="max-w-full wrap-anywhere">
        {ACTION_WORDS[change.action]} <Subject change={change} />
      </span>
      {isNew(change) ? <NewValues change={change} /> : <ChangedValues change={change} />}
    </>
  );
}

/** What people do with their own password needs no second name. */
const OWN_ACTIONS = ["person.accept_invitation", "person.password_change"];

function Subject({ change: { subject, subjectId, action, name, email, changes } }: { change: SettingChange }) {
  if (subject === "key") {
    return (
      <Link className={textLink} href={`/staff/keys/${subjectId}`}>
        <bdi>{name ?? subjectId}</bdi>
      </Link>
    );
  }
  if (email === null || OWN_ACTIONS.includes(action)) return null;
  const role = changes.role && `${action === "person.role" ? "to" : "as"} ${changes.role.to}`;
  return <PersonByEmail name={name} email={email} more={role} />;
}

function NewValues({ change }: { change: SettingChange }) {
  const values = settingValues(change).map(({ name, to }) => `${name} ${to}`);
  return <p className="max-w-full text-sm text-soft">{values.join("; ")}</p>;
}

export function SignInRow({ signIn }: { signIn: SignIn }) {
  const { at, event, person } = signIn;
  const isByStranger = event === "failed" || event === "link_requested";
  return (
    <ChangeRow at={at} who={!person || isByStranger ? "An unknown person" : <PersonByEmail {...person} />}>
      <span className="max-w-full wrap-anywhere">
        {person ? SIGN_IN_WORDS[event] : "failed to sign in with an address that nobody here has"}{" "}
        {person && isByStranger && <PersonByEmail {...person} />}
      </span>
      <p className="max-w-full text-sm text-soft empty:hidden">{signInDetails(signIn)}</p>
    </ChangeRow>
  );
}

const MAX_SHORT_LENGTH = 60;
const isShort = ({ from, to }: { from: string; to: string }) =>
  [from, to].every((value) => value.length <= MAX_SHORT_LENGTH && !value.includes("\n"));

/** One short change, or the changed fields, which unfold to show their earlier and new values. */
function ChangedValues({ change }: { change: SettingChange }) {
  const values = settingValues(change);
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
