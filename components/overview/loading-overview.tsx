import { Loading, Skeleton } from "../ui/loading";

const TILES = ["available", "pending", "adopted", "new", "photo", "story"];

/** Placeholder of the overview. */
export function LoadingOverview() {
  return (
    <Loading>
      <div className="grid gap-8" aria-hidden="true">
        <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
          {TILES.map((name) => (
            <Skeleton key={name} className="h-28" />
          ))}
        </div>
        <Skeleton className="h-72" />
      </div>
    </Loading>
  );
}
