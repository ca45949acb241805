import { Loading, Skeleton } from "../ui/loading/loading";

/** Placeholder of the overview. */
export function LoadingOverview() {
  return (
    <Loading>
      <div className="grid gap-6" aria-hidden="true">
        <Skeleton className="h-56" />
        <Skeleton className="h-24" />
        <Skeleton className="h-72" />
      </div>
    </Loading>
  );
}
