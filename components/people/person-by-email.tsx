import { useQuery } from "@tanstack/react-query";
import { peopleQuery } from "@/lib/people/queries";
import { personName } from "@/lib/values/person-name";

/** A person in the audit, which knows e-mail addresses. The name is the current one. */
export function PersonByEmail({ email }: { email: string }) {
  const person = useQuery(peopleQuery()).data?.find((one) => one.email === email);
  return (
    <>
      <bdi>{person?.name ?? personName(email)}</bdi>
      {email.includes("@") && (
        <span className="block text-sm font-normal text-soft wrap-anywhere">
          <bdi>{email}</bdi>
        </span>
      )}
    </>
  );
}
