import { useMutation } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import type { Selected, Target } from "@/lib/pets/bulk";
import { HIDDEN_REASONS } from "@/lib/pets/care/schema";
import { visibilityWords } from "@/lib/pets/care/words";
import { isFiltered, listParameters } from "@/lib/pets/desk/params";
import { MAX_SELECTED } from "@/lib/pets/desk/queries";
import { fetchAllPets } from "@/lib/pets/list/calls";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { nameInSentence } from "@/lib/values/words";
import { Button } from "../../ui/button";
import { type Question, useQuestion } from "../../ui/confirm-dialog";
import { Cross } from "../../ui/icons";
import { Menu, MenuGroup, MenuItem } from "../../ui/menu";
import { cx } from "../../ui/style";
import { useDesk } from "../desk/use-desk";
import { useKinds } from "../known-kinds";

const BULK_LIMIT = MAX_SELECTED.toLocaleString("en");

/** A bar near the bottom of the window, below a list. Its shadow covers what is below it. */
const bottomBar = cx(
  "sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-control-line bg-panel px-3",
  "py-2 max-sm:gap-x-1.5 sm:px-4",
  "shadow-[var(--shadow-raised),0_0.75rem_0_var(--color-page),0_1.75rem_0_var(--color-page)]",
);

export function BulkBar() {
  const { selection, params, matching, bulk } = useDesk();
  const all = useMutation({
    mutationFn: () => {
      const query = listParameters({ ...params, cursor: "" }, { include: "version" });
      return fetchAllPets(query, MAX_SELECTED);
    },
    onSuccess: ({ pets }) => selection.selectAll(pets),
  });
  const count = selection.count.toLocaleString("en");
  const elsewhere = selection.count - selection.countOnPage;
  const isFull = selection.count >= MAX_SELECTED;
  // Counting stops at the same number.
  const isOverLimit = matching.count?.endsWith("+") === true;
  const hasOthers = matching.hasMore && !isFull && count !== matching.count;
  return (
    <section aria-label="Selected animals" data-bottom-bar className={bottomBar} onKeyDown={onEscape(selection.clear)}>
      <div className="flex flex-wrap items-center gap-x-1">
        <p role="status" className="font-semibold">
          {count} selected
          {elsewhere > 0 && <span className="font-normal">, {elsewhere.toLocaleString("en")} not on this page</span>}
        </p>
        <p role="status" className="text-sm text-soft empty:hidden">
          {isFull && isOverLimit && `At most ${BULK_LIMIT} can be changed at once.`}
        </p>
      </div>
      <Button look="quiet" className="me-auto max-sm:w-target max-sm:px-0!" onClick={selection.clear}>
        <span className="max-sm:sr-only">Clear</span>
        <Cross className="sm:hidden" />
      </Button>
      {hasOthers && (
        <Button look="quiet" busy={all.isPending} onClick={() => all.isPending || all.mutate()}>
          {all.isPending ? (
            "Selecting…"
          ) : isOverLimit ? (
            `Select the first ${BULK_LIMIT}`
          ) : (
            <span>
              Select all {matching.count}
              {isFiltered(params) ? <span className="max-lg:sr-only"> that match</span> : " animals"}
            </span>
          )}
        </Button>
      )}
      <Actions />
      <span role="status" className="text-sm text-soft empty:hidden">
        {bulk.isRunning ? "Changing…" : all.isError && "They could not be read. Try again."}
      </span>
    </section>
  );
}

/** In a menu or a dialog, Escape only closes that. */
const onEscape = (clear: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  const { key, target, currentTarget } = event;
  if (key === "Escape" && target instanceof Node && currentTarget.contains(target)) clear();
};

function Actions() {
  const { selection, bulk } = useDesk();
  const kinds = useKinds();
  const { ask, dialog } = useQuestion();
  const change = (to: Target) => bulk.isRunning || bulk.start(selection.selected(), to);
  const remove = () => bulk.isRunning || ask(removeQuestion(selection.selected()), () => change({ remove: true }));
  return (
    <>
      <Menu label="Actions">
        <MenuGroup name="Change status">
          {PET_STATUSES.map((status) => (
            <MenuItem key={status} onSelect={() => change({ status })}>
              {STATUS_LABELS[status]}
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuGroup name="Change kind" inColumns>
          {kinds.map(({ id, name }) => (
            <MenuItem key={name} onSelect={() => change({ categoryId: id.toString() })}>
              {name}
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuGroup name="Hide or show">
          {[null, ...HIDDEN_REASONS].map((hidden) => (
            <MenuItem key={hidden ?? "public"} onSelect={() => change({ hidden })}>
              {visibilityWords(hidden)}
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuItem className="mt-3 text-danger" onSelect={remove}>
          Remove
        </MenuItem>
      </Menu>
      {dialog}
    </>
  );
}

const MAX_NAMED = 8;

function removeQuestion(selected: readonly Selected[]): Question {
  const many = `${selected.length.toLocaleString("en")} ${selected.length === 1 ? "animal" : "animals"}`;
  const more = selected.length - MAX_NAMED;
  return {
    question: `Remove ${many}?`,
    details: (
      <>
        {selected.slice(0, MAX_NAMED).map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <bdi className="font-semibold">{nameInSentence(name)}</bdi>
          </span>
        ))}
        {more > 0 && ` and ${more.toLocaleString("en")} more`}. Removing is for animals that were added by mistake. You
        can restore them. Adopted animals and those with applicants stay.
      </>
    ),
    confirm: `Remove ${many}`,
  };
}
