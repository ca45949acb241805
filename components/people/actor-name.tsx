import { useQuery } from "@tanstack/react-query";
import type { ShownActor } from "@/lib/audit/schema";
import { peopleQuery } from "@/lib/people/client";
import { personName } from "@/lib/values/person-name";
import { Email } from "../ui/text";

const NAMELESS: Readonly<Record<ShownActor["kind"], string>> = {
  key: "an API key",
  person: "a member of the shelter",
  applicant: "an applicant",
  operator: "the command line",
  service: "the service",
  unknown: "somebody",
};

/** The name of the one who did something, as part of a sentence. */
export function ActorName({ actor: { kind, name } }: { actor: ShownActor }) {
  if (name === null) return NAMELESS[kind];
  return <bdi>{name}</bdi>;
}

/** The current name of a person in the audit, which knows e-mail addresses. */
export function PersonName({ email }: { email: string }) {
  const person = useQuery(peopleQuery()).data?.find((one) => one.email === email);
  return <bdi title={email}>{person?.name ?? personName(email)}</bdi>;
}

export function PersonByEmail({ email, more }: { email: string; more?: string | undefined }) {
  return (
    <>
      <PersonName email={email} /> {more}
      {email.includes("@") && (
        <span className="block text-sm font-normal text-soft">
          <Email address={email} />
        </span>
      )}
    </>
  );
}
