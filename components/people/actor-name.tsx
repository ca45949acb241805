import type { ReactNode } from "react";
import type { ShownActor } from "@/lib/audit/schema";
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

type PersonProps = { name: string | null; email: string; more?: ReactNode };

/** A person, with their e-mail address below. */
export function PersonByEmail({ name, email, more }: PersonProps) {
  return (
    <>
      <bdi>{name}</bdi> {more}
      <span className="block text-sm font-normal text-soft">
        <Email address={email} />
      </span>
    </>
  );
}
