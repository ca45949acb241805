"use client";

import { STATUS_WORDS } from "@/lib/pets/categories";
import { Pager } from "./pager";
import { PetForm } from "./pet-form";
import { PetPaste } from "./pet-paste";
import { PetTable } from "./pet-table";
import { StatusFilter } from "./status-filter";
import { LoadingRows, LoadProblem } from "./ui/states";
import { usePetsPage } from "./use-pets-page";

type Props = { problem: "invalid" | "unavailable" | null };

/** The staff's workplace: add an animal, see them all. */
export function StaffDesk({ problem }: Props) {
  const { params, query, linkTo } = usePetsPage("/staff");
  const { data, error, isPlaceholderData } = query;

  /** Goes to the list that has the new animal at its top: every status, first page. */
  const showNewest = () => {
    if (params.status || params.cursor) window.history.pushState(null, "", "/staff");
  };

  return (
    <div className="desk">
      <div className="desk-forms">
        <PetForm onAdded={showNewest} />
        <PetPaste onAdded={showNewest} />
      </div>
      <section aria-labelledby="list-heading" aria-busy={isPlaceholderData || query.isPending}>
        <h2 id="list-heading" tabIndex={-1} className="list-heading">
          {params.status ? STATUS_WORDS[params.status].label : "All"} animals
        </h2>
        <StatusFilter current={params.status} linkTo={linkTo} />
        {data && !(error && isPlaceholderData) ? (
          <>
            {error && <LoadProblem what="The animals" error={error} onRetry={query.refetch} stale />}
            {data.pets.length > 0 ? (
              <PetTable pets={data.pets} dim={isPlaceholderData} />
            ) : (
              <p className="notice">No animals here yet. Add the first one with the form.</p>
            )}
            <Pager params={params} next={data.next} prev={data.prev} linkTo={linkTo} />
          </>
        ) : error || problem ? (
          <LoadProblem
            what="The animals"
            error={error}
            invalid={problem === "invalid"}
            onRetry={query.refetch}
            first={linkTo({ status: params.status })}
          />
        ) : (
          <LoadingRows />
        )}
      </section>
    </div>
  );
}
