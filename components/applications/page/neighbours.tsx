import { useRouter } from "next/navigation";
import { TRAIL } from "@/lib/applications/inbox/inbox";
import { cx } from "../../ui/cx";
import { useShortcuts } from "../../ui/hooks/use-shortcuts";
import { useTrail } from "../../ui/hooks/use-trail";
import { Link } from "../../ui/link";
import { rowLink } from "../../ui/links";

const hrefOf = (id: string) => `/staff/applications/${id}`;

/** Leads from an application to the ones before and after it in the list from which it was opened. */
export function Neighbours({ id }: { id: string }) {
  const router = useRouter();
  const trail = useTrail(TRAIL, id);
  const goTo = (to: string | undefined) => () => to !== undefined && router.push(hrefOf(to));
  useShortcuts({ j: goTo(trail?.next), k: goTo(trail?.previous) });
  if (!trail) return null;
  return (
    <nav aria-label="Neighbours" className="-mb-4 flex items-center gap-x-3">
      <Neighbour to={trail.previous} rel="prev" keys="k" />
      <p className="text-sm text-soft tabular-nums">
        {trail.place}
        <span className="max-sm:sr-only"> {trail.what}</span>
      </p>
      <Neighbour to={trail.next} rel="next" keys="j" />
    </nav>
  );
}

type NeighbourProps = { to: string | undefined; rel: "prev" | "next"; keys: string };

/** A missing neighbour keeps its place, so that the other one does not move. */
function Neighbour({ to, rel, keys }: NeighbourProps) {
  const className = cx(rowLink, "min-w-target justify-center");
  // One element, so that one line is below the arrow and the word.
  const label = (
    <span>
      {rel === "prev" && <span aria-hidden="true">← </span>}
      <span className="max-sm:sr-only">{rel === "prev" ? "Previous" : "Next"}</span>
      {rel === "next" && <span aria-hidden="true"> →</span>}
    </span>
  );
  if (to === undefined) return <span className={cx(className, "invisible")}>{label}</span>;
  return (
    <Link className={className} href={hrefOf(to)} rel={rel} aria-keyshortcuts={keys}>
      {label}
    </Link>
  );
}
