import { Loading, Skeleton } from "../ui/loading/loading";

/** Placeholder of the page of a key. */
export function LoadingKey() {
  return (
    <Loading>
      <div className="grid gap-5 lg:grid-cols-2" aria-hidden="true">
        <Skeleton className="h-75" />
        <Skeleton className="h-75" />
        <Skeleton className="h-145 sm:h-105 lg:col-span-2" />
      </div>
    </Loading>
  );
}
