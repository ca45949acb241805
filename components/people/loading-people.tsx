import { Loading, Skeleton, shapes } from "../ui/loading";

/** Placeholder of the list of people. */
export function LoadingPeople() {
  return (
    <Loading>
      <div className="grid gap-4" aria-hidden="true">
        {shapes((key) => (
          <Skeleton key={key} className="h-43 sm:h-31" />
        ))}
      </div>
    </Loading>
  );
}
