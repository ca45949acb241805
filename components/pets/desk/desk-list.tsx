import { type DeskParams, filterOf, isFiltered, NO_FILTER } from "@/lib/pets/desk/params";
import { Button } from "../../ui/button";
import { LIST_HEADING } from "../../ui/list-heading";
import { LoadProblem } from "../../ui/load-problem";
import { LoadingRows } from "../../ui/loading";
import { Notice } from "../../ui/panel";
import { useOnline } from "../../ui/use-online";
import { ExportButton } from "../import/export-button";
import { DeskPager } from "./desk-pager";
import { DeskTable } from "./desk-table";
import type { useDesk } from "./use-desk";
import type { useRowChanges } from "./use-row-changes";
import type { useRowKeys } from "./use-row-keys";
import type { useSelection } from "./use-selection";

type Props = {
  desk: ReturnType<typeof useDesk>;
  /** How many animals there are, as text, or null while that is unknown. */
  words: string | null;
  listHref(params: DeskParams): string;
  selection: ReturnType<typeof useSelection>;
  changes: ReturnType<typeof useRowChanges>;
  cursor: ReturnType<typeof useRowKeys>["attributes"];
};

/** The animals of the page, or why there are none, and links to the neighbouring pages. */
export function DeskList({ desk, words, listHref, selection, changes, cursor }: Props) {
  const { params, query, isSettled, filter, setCursor, changed } = desk;
  const { data, error, isPlaceholderData, refetch } = query;
  const isOnline = useOnline();
  const hasPage = data !== undefined && !(error && isPlaceholderData);
  return (
    <section aria-labelledby={LIST_HEADING} aria-busy={!isSettled}>
      <div className="mb-3 flex min-h-target flex-wrap items-center justify-between gap-3">
        <h2 id={LIST_HEADING} tabIndex={-1} className="text-lg">
          <span role="status">
            {!isOnline && (isPlaceholderData || error)
              ? "Offline: this list follows when the connection is back"
              : words}
          </span>
        </h2>
        {hasPage && data.pets.length > 0 && <ExportButton query={filterOf(params)} />}
      </div>
      {error && (
        <LoadProblem
          what="The animals"
          error={error}
          onRetry={refetch}
          isStale={hasPage}
          first={{ href: listHref({ ...params, cursor: "" }) }}
        />
      )}
      {!hasPage && !error && <LoadingRows />}
      {hasPage && data.pets.length === 0 && (
        <Notice>
          <p>
            {isFiltered(params)
              ? "No animal matches."
              : params.cursor
                ? "There is nothing on this page."
                : "No animals yet."}
          </p>
          {isFiltered(params) && (
            <Button look="quiet" onClick={() => filter(NO_FILTER)}>
              Show all animals
            </Button>
          )}
        </Notice>
      )}
      {hasPage && data.pets.length > 0 && (
        <DeskTable
          pets={data.pets}
          isPrevious={isPlaceholderData}
          selection={selection}
          changes={changes}
          changed={changed}
          cursor={cursor}
        />
      )}
      {hasPage && <DeskPager params={params} page={data} listHref={listHref} setCursor={setCursor} />}
      <p role="status" className="sr-only">
        {changed.size > 0 && `${changed.size} changed just now`}
      </p>
    </section>
  );
}
