import { ApiError } from "@/lib/http/errors";
import { isFiltered, NO_FILTER } from "@/lib/pets/desk/params";
import { LIST_HEADING } from "../../ui/browser";
import { Button } from "../../ui/button";
import { PageLinks } from "../../ui/list-links";
import { LoadProblem } from "../../ui/load-problem";
import { LoadingRows } from "../../ui/loading";
import { Notice } from "../../ui/panel";
import { cx } from "../../ui/style";
import type { PetSelection } from "../bulk/use-selection";
import type { PetExport } from "../import/export";
import { useKinds } from "../known-kinds";
import { StatusFilter } from "./desk-filters";
import { DeskTable } from "./desk-table";
import { deskHref, type PetsDesk } from "./use-desk";
import type { useMatchCount } from "./use-match-count";
import type { RowChanges } from "./use-row-changes";
import type { RowKeys } from "./use-row-keys";

type DeskListProps = {
  desk: PetsDesk;
  matching: ReturnType<typeof useMatchCount>;
  exported: PetExport;
  selection: PetSelection;
  changes: RowChanges;
  rowKeys: RowKeys["attributes"];
};

export function DeskList({ desk, matching, exported, selection, changes, rowKeys }: DeskListProps) {
  const { params, query, isSettled, filter } = desk;
  const { data, error, isPlaceholderData, refetch } = query;
  const pageHref = (cursor: string) => deskHref({ ...params, cursor });
  // The rows name kinds, whose names may change while they are shown.
  useKinds();
  const hasPage = data !== undefined && !(error && isPlaceholderData);
  const isTooLong = error instanceof ApiError && error.message.startsWith("sort ");
  return (
    <section className="-mt-2" aria-labelledby={LIST_HEADING} aria-busy={!isSettled}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:gap-y-3">
        <StatusFilter params={params} countOf={matching.countOf} />
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
      {isTooLong && <TooLong filter={filter} />}
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
      {hasPage && data.pets.length === 0 && <NoPets params={params} filter={filter} />}
      {hasPage && data.pets.length > 0 && (
        <DeskTable
          pets={data.pets}
          isPrevious={isPlaceholderData}
          selection={selection}
          changes={changes}
          rowKeys={rowKeys}
        />
      )}
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

function TooLong({ filter }: Pick<PetsDesk, "filter">) {
  return (
    <Notice role="alert">
      <p>More than 10,000 animals match, too many for this order. Choose a status or a kind.</p>
      <Button onClick={() => filter({ sort: "newest" })}>Show the newest first</Button>
    </Notice>
  );
}

function NoPets({ params, filter }: Pick<PetsDesk, "params" | "filter">) {
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
