import { useQuery } from "@tanstack/react-query";
import { inboxHref } from "@/lib/applications/inbox/inbox";
import { applicationsQuery } from "@/lib/applications/queries";
import type { Application } from "@/lib/applications/schema";
import { Skeleton } from "../../ui/loading/loading";
import { Link } from "../../ui/navigation/link";
import { cx } from "../../ui/style/cx";
import { rowLink } from "../../ui/style/links";
import { panel, stack } from "../../ui/style/panel";
import { ApplicationStatusBadge } from "../application-status-badge";

/** How many of them are listed. */
const MAX_LISTED = 5;

/** The other applications for the same animal. */
export function OtherApplications({ application: { id, petId } }: { application: Application }) {
  const { data } = useQuery(applicationsQuery({ petId: String(petId) }));
  const others = data?.applications.filter((other) => other.id !== id);
  return (
    <section className={cx(panel, stack)} aria-labelledby="others-heading">
      <h2 id="others-heading">Other applications for this animal</h2>
      {!others && <Skeleton className="h-11" />}
      {others?.length === 0 && <p className="text-soft">Nobody else has asked.</p>}
      {others && others.length > 0 && (
        <ul>
          {others.slice(0, MAX_LISTED).map((other) => (
            <li key={other.id} className="flex items-center justify-between gap-3 border-b border-line last:border-b-0">
              <Link className={cx(rowLink, "min-w-0 wrap-anywhere")} href={`/staff/applications/${other.id}`}>
                <bdi>{other.name}</bdi>
              </Link>
              <ApplicationStatusBadge application={other} />
            </li>
          ))}
        </ul>
      )}
      {others && others.length > MAX_LISTED && (
        <Link className={rowLink} href={inboxHref({ petId: String(petId) })}>
          All applications for this animal
        </Link>
      )}
    </section>
  );
}
