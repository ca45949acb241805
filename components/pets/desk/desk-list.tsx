import { ApiError } from "@/lib/http/errors";
import { deskHref, isFiltered, NO_FILTER } from "@/lib/pets/desk/params";
import { LIST_HEADING } from "../../ui/browser";
import { Button } from "../../ui/button";
import { PageLinks } from "../../ui/list-links";
import { LoadProblem } from "../../ui/load-problem";
import { LoadingRows } from "../../ui/loading";
import { Notice } from "../../ui/panel";
import { cx } from "../../ui/style";
import { useKinds } from "../known-kinds";
import { StatusFilter } from "./desk-filters";
import { DeskTable } from "./desk-table";
import { useDesk } from "./use-desk";

export function DeskList() {
  const { params, query, isSettled, matching, exported } = useDesk();
  const { data, error, isPlaceholderData, refetch } = query;
  const pageHref = (cursor: string) => deskHref({ ...params, cursor });
  // The rows name kinds, whose names may change while they are shown.
  useKinds();
  const hasPage = data !== undefined && !(error && isPlaceholderData);
  const isTooLong = error instanceof ApiError && error.message.startsWith("sort ");
  return (
    <section className="-mt-2" aria-labelledby={LIST_HEADING} aria-busy={!isSettled}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:gap-y-3">
        <StatusFilter />
        <h2 id={LIST_HEADING} tabIndex={-1} className="min-h-6.5 flex-1 basis-40 text-lg max-sm:basis-full sm:text-end">
          <span role="status">{matching.words}</span>
        </h2>
        {hasPage && data.pets.length > 0 && (
          <Button
            look="quiet"
            className={cx(!exported.isRunning && "max-lg:hidden")}
            busy={exported.isRunning}
            onClick={exported.start}
          >
            {exported.label}
          </Button>
        )}
      </div>
      {isTooLong && <TooLong />}
      {error && !isTooLong && (
        <LoadProblem
          what="The animals"
          error={error}
          onRetry={refetch}
          isStale={hasPage}
          first={{ href: pageHref("") }}
        />
      )}
      {!hasPage && !error && <LoadingRows />}
      {hasPage && data.pets.length === 0 && <NoPets />}
      {hasPage && data.pets.length > 0 && <DeskTable />}
      {hasPage && (
        <PageLinks
          first={pageHref("")}
          prev={data.prev && pageHref(data.prev)}
          next={data.next && pageHref(data.next)}
          isFirst={params.cursor === ""}
          sort={params.sort}
        />
      )}
    </section>
  );
}

function TooLong() {
  const { filter } = useDesk();
  return (
    <Notice role="alert">
      <p>More than 10,000 animals match, too many for this order. Choose a status or a kind.</p>
      <Button onClick={() => filter({ sort: "newest" })}>Show the newest first</Button>
    </Notice>
  );
}

function NoPets() {
  const { params, filter } = useDesk();
  if (!isFiltered(params)) {
    return (
      <Notice>
        <p>{params.cursor ? "There is nothing on this page." : "No animals yet."}</p>
      </Notice>
    );
  }
  return (
    <Notice>
      <p>No animal matches.</p>
      <Button onClick={() => filter(NO_FILTER)}>Show all animals</Button>
    </Notice>
  );
}
