import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ON_THIS_PAGE, SUSPICIOUS, TRAIL, withDefaultList } from "@/lib/applications/inbox/inbox";
import { applicationsQuery } from "@/lib/applications/queries";
import { useShortcuts } from "../../ui/hooks/use-shortcuts";
import { placeIn, useRememberTrail, useTrail } from "../../ui/hooks/use-trail";
import { Link } from "../../ui/navigation/link";
import { cx } from "../../ui/style/cx";
import { rowLink } from "../../ui/style/links";

const hrefOf = (id: string) => `/staff/applications/${id}`;

/**
 * Leads from an application to the ones before and after it in the list from which it was opened; or, if that has not
 * got it, among the open applications, with which the list begins. One that was marked as spam is among the suspicious
 * ones.
 */
export function Neighbours({ id, isSuspicious }: { id: string; isSuspicious: boolean }) {
  const router = useRouter();
  const saved = useTrail(TRAIL, id);
  const isElsewhere = isSuspicious && saved?.what !== SUSPICIOUS && saved?.what !== ON_THIS_PAGE;
  const open = useOpenTrail(id, saved !== null || isSuspicious);
  const suspicious = useSuspiciousTrail(id, isElsewhere);
  const trail = isElsewhere ? suspicious : (saved ?? open);
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

/**
 * The place of an application among the open ones, if it was opened from somewhere else. They then become the list that
 * it was opened from, so it keeps its place when it is no longer open.
 */
function useOpenTrail(id: string, isKnown: boolean) {
  const { data } = useQuery({ ...applicationsQuery(withDefaultList({})), enabled: !isKnown });
  const [found, setFound] = useState<readonly { id: string }[]>();
  // The list that was saved in the tab is known only after the first effects.
  const [isRead, setRead] = useState(false);
  useEffect(() => setRead(true), []);
  const open = data?.applications;
  if (isRead && !isKnown && found === undefined && open?.some((one) => one.id === id)) setFound(open);
  useRememberTrail(TRAIL, found, OPEN);
  return placeIn({ ids: (found ?? []).map((one) => one.id), what: OPEN }, id);
}

/** The place of an application among the suspicious ones. */
function useSuspiciousTrail(id: string, isNeeded: boolean) {
  const { data } = useQuery({ ...applicationsQuery({ folder: "suspicious" }), enabled: isNeeded });
  return placeIn({ ids: (data?.applications ?? []).map((one) => one.id), what: SUSPICIOUS }, id);
}

const OPEN = "open applications";

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
