import type { Shelter } from "@/lib/shelter/schema";
import { telephoneHref } from "@/lib/shelter/words";

type Props = {
  shelter: Pick<Shelter, "telephone" | "email">;
  lead: string;
  className?: string;
};

/** A sentence with the telephone number and the e-mail address of the shelter. Renders nothing if neither is known. */
export function ReachLine({ shelter: { telephone, email }, lead, className }: Props) {
  if (!telephone && !email) return null;
  return (
    <p className={className}>
      {lead}{" "}
      {telephone && (
        <>
          call{" "}
          <a href={telephoneHref(telephone)}>
            <bdi dir="ltr" className="whitespace-nowrap">
              {telephone}
            </bdi>
          </a>
        </>
      )}
      {telephone && email && " or "}
      {email && (
        <>
          write to <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
      .
    </p>
  );
}
