"use client";

import { desk } from "../ui/desk";
import { LoadingRows } from "../ui/loading";
import { Notice } from "../ui/panel";
import { PetForm } from "./pet-form";
import { PetList } from "./pet-list";
import { PetPaste } from "./pet-paste";
import { PetTable } from "./pet-table";
import { StatusFilter } from "./status-filter";
import { usePetsPage } from "./use-pets-page";

type Props = {
  problem: "invalid" | "unavailable" | null;
  /** Id of the signed-in person; drafts are saved per person. */
  person: string;
};

/** The staff's page of animals: add one, see all. */
export function StaffDesk({ problem, person }: Props) {
  const view = usePetsPage("/staff/animals/forms");
  const { params, linkTo } = view;

  /** Goes to the list that starts with the new animal: every status, first page. */
  const showNewest = () => {
    // The user may have navigated away while the rows were being added.
    const { pathname, search } = window.location;
    if (pathname === "/staff/animals/forms" && search !== "")
      window.history.pushState(null, "", "/staff/animals/forms");
  };

  return (
    <div className={desk}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PetForm person={person} onAdded={showNewest} />
        <PetPaste person={person} onAdded={showNewest} />
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
            <Notice>{params.status ? "No animals with this status." : "No animals yet."} Add one with the form.</Notice>
          )
        }
      </PetList>
    </div>
  );
}
