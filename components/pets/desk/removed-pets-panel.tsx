"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { undo } from "@/lib/audit/client";
import { refusalWords } from "@/lib/http/refusal-words";
import type { RemovedPet } from "@/lib/pets/changes/history-schema";
import { DESK_PATH } from "@/lib/pets/desk/params";
import { removedQuery } from "@/lib/pets/desk/queries";
import { categoryName } from "@/lib/pets/kinds";
import { useCommand } from "../../audit/use-command";
import { ActorName } from "../../people/actor-name";
import { Button } from "../../ui/button";
import { continueAt } from "../../ui/focus";
import { PageLinks } from "../../ui/list-links";
import { Loaded } from "../../ui/load-problem";
import { Notice } from "../../ui/panel";
import { Ago } from "../../ui/time";
import { CategoryPicture } from "../pet-display";
import { showPetToast } from "../pet-messages";

export function RemovedPetsPanel() {
  const cursor = useSearchParams().get("cursor") ?? "";
  const hrefOf = (to: string) => `${DESK_PATH}/removed${to && `?cursor=${to}`}`;
  const query = useQuery(removedQuery(cursor));
  return (
    <Loaded what="The removed animals" query={query}>
      {({ pets, next, prev }) => (
        <>
          {pets.length === 0 && (
            <Notice>No animals have been removed. Animals that you remove from the list are kept here.</Notice>
          )}
          <ul className="grid gap-3" aria-label="Removed animals">
            {pets.map((pet) => (
              <RemovedRow key={pet.id.toString()} pet={pet} />
            ))}
          </ul>
          <PageLinks
            first={hrefOf("")}
            prev={prev && hrefOf(prev)}
            next={next && hrefOf(next)}
            isFirst={cursor === ""}
          />
        </>
      )}
    </Loaded>
  );
}

function RemovedRow({ pet: { id, name, categoryId, changeId, at, actor } }: { pet: RemovedPet }) {
  const restore = useCommand({
    send: (_row: Element | null) => undo(String(changeId)),
    onDone: (_undone, row) => {
      const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
      showPetToast({ id, name }, "is in the list again.");
      continueAt(() => neighbour?.querySelector("button") ?? document.querySelector("h1"));
    },
  });
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-panel px-4 py-3 shadow-card">
      <CategoryPicture className="size-12 shrink-0 rounded-control p-0.5" categoryId={categoryId} petId={id} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="line-clamp-2 font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-soft">
          {categoryName(categoryId)}, removed <Ago iso={at} /> by <ActorName actor={actor} />
        </p>
        {restore.error && (
          <p role="alert" className="text-danger">
            {refusalWords(restore.error)}
          </p>
        )}
      </div>
      <Button
        look="quiet"
        busy={restore.isPending}
        onClick={({ currentTarget }) => void restore.run(currentTarget.closest("li"))}
      >
        Restore
      </Button>
    </li>
  );
}
