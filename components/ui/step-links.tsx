import { useMemo } from "react";
import { findList, type ListPath } from "@/lib/tab-storage";
import { useHydrated } from "./browser";
import { Arrow } from "./icons";
import { Link } from "./link";
import { barLink, cx } from "./style";

/** The ids before and after an entry in the list that this tab has shown last. Null if it has shown none. */
export function useLastList(path: ListPath, id: string) {
  const isHydrated = useHydrated();
  // The server does not know where somebody came from.
  return useMemo(() => (isHydrated ? findList(path, id) : null), [isHydrated, path, id]);
}

type Props = { path: ListPath; id: string; noun: string };

/** On a phone, only arrows. */
export function StepLinks({ path, id, noun }: Props) {
  const { previous, next } = useLastList(path, id) ?? {};
  return (
    <div className="flex shrink-0">
      {previous !== undefined && (
        <Link className={stepLink} rel="prev" href={`${path}/${previous}`}>
          <Arrow to="start" />
          <span className="max-sm:sr-only">
            Previous<span className="sr-only"> {noun}</span>
          </span>
        </Link>
      )}
      {next !== undefined && (
        <Link className={stepLink} rel="next" href={`${path}/${next}`}>
          <span className="max-sm:sr-only">
            Next<span className="sr-only"> {noun}</span>
          </span>
          <Arrow to="end" />
        </Link>
      )}
    </div>
  );
}

const stepLink = cx(barLink, "max-sm:w-11 max-sm:justify-center");
