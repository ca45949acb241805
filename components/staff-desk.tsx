"use client";

import { PetForm } from "./pet-form";
import { PetList } from "./pet-list";
import { PetPaste } from "./pet-paste";
import { PetTable } from "./pet-table";
import { StatusFilter } from "./status-filter";
import { LoadingRows } from "./ui/loading";
import { usePetsPage } from "./use-pets-page";

type Props = { problem: "invalid" | "unavailable" | null };

/** The staff's workplace: add an animal, see them all. */
export function StaffDesk({ problem }: Props) {
  const view = usePetsPage("/staff");
  const { params, linkTo } = view;

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
      <PetList
        view={view}
        problem={problem}
        loading={<LoadingRows />}
        head={<StatusFilter current={params.status} linkTo={linkTo} />}
      >
        {(pets, dim) =>
          pets.length > 0 ? (
            <PetTable pets={pets} dim={dim} />
          ) : (
            <p className="notice">No animals here yet. Add the first one with the form.</p>
          )
        }
      </PetList>
    </div>
  );
}
