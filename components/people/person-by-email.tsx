import { useQuery } from "@tanstack/react-query";
import { peopleQuery } from "@/lib/people/queries";
import { personName } from "@/lib/values/person-name";
import { Email } from "../ui/display/email";

/** The current name of a person in the audit, which knows e-mail addresses. */
export function PersonName({ email }: { email: string }) {
  const person = useQuery(peopleQuery()).data?.find((one) => one.email === email);
  return <bdi title={email}>{person?.name ?? personName(email)}</bdi>;
}

/** A person in the audit, by name and e-mail address. `more` follows the name. */
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
