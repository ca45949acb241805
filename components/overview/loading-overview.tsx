import { Loading, Skeleton } from "../ui/loading/loading";
import { overviewColumns } from "./overview-columns";

/** Placeholder of the overview. */
export function LoadingOverview() {
  return (
    <Loading>
      <div className={overviewColumns} aria-hidden="true">
        <Skeleton className="h-56" />
        <Numbers />
      </div>
    </Loading>
  );
}

/** Placeholder of everything but the list of today. */
export function LoadingNumbers() {
  return (
    <Loading>
      <Numbers />
    </Loading>
  );
}

function Numbers() {
  return (
    <>
      <Skeleton className="h-24 xl:h-56" />
      <Skeleton className="h-72 xl:col-span-2" />
    </>
  );
}
