import type { SettingChange, SignIn } from "@/lib/audit/schema";
import { ACTION_WORDS, isNew, SIGN_IN_WORDS, settingValues, signInDetails } from "@/lib/audit/words";
import { PersonByEmail } from "../people/actor-name";
import { ChangedValues } from "../pets/desk/history-changes";
import { Link } from "../ui/link";
import { cx, rowLink } from "../ui/style";
import { ChangeRow } from "./change-list";

/** Inside a text. Its padding makes its target 44 px high and changes no line. */
export const textLink = cx(rowLink, "inline! py-3.25");

export function SettingDone({ change }: { change: SettingChange }) {
  return (
    <>
      <span className="max-w-full wrap-anywhere">
        {ACTION_WORDS[change.action]} <Subject change={change} />
      </span>
      {isNew(change) ? <NewValues change={change} /> : <ChangedValues values={settingValues(change)} />}
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
  if (subject === "category") return <bdi>{name ?? String(changes.name?.from ?? subjectId)}</bdi>;
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
