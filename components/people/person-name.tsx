import { personName } from "@/lib/people/person-name";

/** A person by the name in their e-mail address. The whole address is the tooltip, and the second line with `full`. */
export function PersonName({ email, full = false }: { email: string; full?: boolean }) {
  const isAddress = email.includes("@");
  return (
    <>
      <bdi title={isAddress && !full ? email : undefined}>{personName(email)}</bdi>
      {full && isAddress && (
        <span className="block text-sm font-normal text-soft wrap-anywhere">
          <bdi>{email}</bdi>
        </span>
      )}
    </>
  );
}
