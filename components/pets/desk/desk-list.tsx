import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type DeskParams, isFiltered, NO_FILTER } from "@/lib/pets/desk/params";
import { understoodQuery } from "@/lib/pets/desk/queries";
import { CATEGORIES } from "@/lib/pets/kinds/categories";
import { isolate } from "@/lib/values/bidi";
import { Button } from "../../ui/buttons/button";
import { useOnline } from "../../ui/hooks/use-online";
import { LIST_HEADING } from "../../ui/lists/list-heading";
import { LoadProblem } from "../../ui/loading/load-problem";
import { LoadingRows } from "../../ui/loading/loading";
import { cx } from "../../ui/style/cx";
import { actions, Notice } from "../../ui/style/panel";
import type { PetExport } from "../import/use-export";
import type { PetSelection } from "./bulk/use-selection";
import type { RowChanges } from "./row-changes/use-row-changes";
import { DeskPager } from "./table/desk-pager";
import { DeskTable } from "./table/desk-table";
import type { RowKeys } from "./table/use-row-keys";
import type { PetsDesk } from "./use-desk";

type Props = {
  desk: PetsDesk;
  /** How many animals there are, as text, or null while that is unknown. */
  words: string | null;
  listHref(params: DeskParams): string;
  /** The filter beside the heading. */
  statuses: ReactNode;
  exported: PetExport;
  selection: PetSelection;
  changes: RowChanges;
  rowKeys: RowKeys["attributes"];
};

/** The animals of the page, or why there are none, and links to the neighbouring pages. */
export function DeskList({ desk, words, listHref, statuses, exported, selection, changes, rowKeys }: Props) {
  const { params, query, isSettled, filter, setCursor, changed } = desk;
  const { data, error, isPlaceholderData, refetch } = query;
  const isOnline = useOnline();
  const hasPage = data !== undefined && !(error && isPlaceholderData);
  return (
    <section className="-mt-2" aria-labelledby={LIST_HEADING} aria-busy={!isSettled}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:gap-y-3">
        {statuses}
        <h2 id={LIST_HEADING} tabIndex={-1} className="min-h-6.5 flex-1 basis-40 text-lg max-sm:basis-full sm:text-end">
          <span role="status">
            {!isOnline && (isPlaceholderData || error)
              ? "Offline: this list follows when the connection is back"
              : words}
          </span>
        </h2>
        {hasPage && data.pets.length > 0 && (
          <Button look="quiet" className={cx(!exported.isRunning && "max-lg:hidden")} onClick={exported.toggle}>
            {exported.label}
          </Button>
        )}
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
      {hasPage && data.pets.length === 0 && <NoPets params={params} filter={filter} />}
      {hasPage && data.pets.length > 0 && (
        <DeskTable
          pets={data.pets}
          isPrevious={isPlaceholderData}
          selection={selection}
          changes={changes}
          changed={changed}
          rowKeys={rowKeys}
        />
      )}
      {hasPage && <DeskPager params={params} page={data} listHref={listHref} setCursor={setCursor} />}
      <p role="status" className="sr-only">
        {changed.size > 0 && `${changed.size} changed just now`}
      </p>
    </section>
  );
}

/** What the list shows instead of rows, and how to see other animals, first those that the search probably means. */
function NoPets({ params, filter }: Pick<Props["desk"], "params" | "filter">) {
  const { q } = params;
  const { data } = useQuery(understoodQuery(q.trim()));
  if (!isFiltered(params)) {
    return (
      <Notice>
        <p>{params.cursor ? "There is nothing on this page." : "No animals yet."}</p>
      </Notice>
    );
  }
  const { suggestion = null, filters } = data ?? {};
  const kind = CATEGORIES.find(({ id }) => id === filters?.categoryId);
  return (
    <Notice>
      <p>No animal matches.</p>
      <div className={actions}>
        {suggestion && (
          <Button look="primary" onClick={() => filter({ ...NO_FILTER, q: suggestion })}>
            Show “{isolate(suggestion)}”
          </Button>
        )}
        {kind && (
          <Button
            look={suggestion ? "quiet" : "primary"}
            onClick={() => filter({ ...NO_FILTER, kind: kind.id.toString(), q: filters?.q ?? "" })}
          >
            Show {kind.plural}
            {filters?.q && ` with “${isolate(filters.q)}”`}
          </Button>
        )}
        <Button look="quiet" onClick={() => filter(NO_FILTER)}>
          Show all animals
        </Button>
      </div>
    </Notice>
  );
}
