import { type KeyboardEvent, useState } from "react";
import type { Selected, Target } from "@/lib/pets/bulk/bulk";
import { whyNotRemovable } from "@/lib/pets/bulk/removable";
import { MAX_SELECTED } from "@/lib/pets/desk/calls";
import { type DeskParams, isFiltered } from "@/lib/pets/desk/params";
import { nameInSentence } from "@/lib/values/excerpt";
import { Button } from "../../../ui/buttons/button";
import { Cross } from "../../../ui/display/cross";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { Menu, MenuItem } from "../../../ui/overlays/menu";
import { bottomBar } from "../../../ui/style/panel";
import { BULK_LIMIT, isMoreThanLimit, NarrowActions, WideActions } from "./bulk-actions";
import { useSelectAll } from "./use-select-all";
import type { PetSelection } from "./use-selection";

/** How many of the selected animals are named. */
const MAX_NAMED = 8;

type Props = {
  selection: PetSelection;
  /** How many people have applied for the animals of the page, where known. */
  applicants: ReadonlyMap<bigint, unknown> | undefined;
  params: DeskParams;
  /** How many animals match, as text, or null if unknown, and whether there are other pages. */
  matches: { count: string | null; hasMore: boolean };
  busy: boolean;
  /** Whether the applications that a change would decline are being looked up. */
  isAsking: boolean;
  onChange(to: Target): void;
  onRemove(): void;
};

/** The actions for the selected animals. */
export function BulkBar({ selection, applicants, params, matches, isAsking, onChange, onRemove, ...props }: Props) {
  const all = useSelectAll(selection, params);
  const [isRemoving, setRemoving] = useState(false);
  if (selection.count === 0) return null;
  const busy = props.busy || isAsking;
  const { count: matching, hasMore } = matches;
  const isAll = selection.count >= MAX_SELECTED || selection.count.toLocaleString("en") === matching;
  const actions = {
    all: hasMore && !isAll ? all : null,
    matching,
    isFiltered: isFiltered(params),
    busy,
    onChange: (to: Target) => !busy && onChange(to),
    onRemove: () => !busy && setRemoving(true),
  };
  return (
    <section aria-label="Selected animals" data-bottom-bar className={bottomBar} onKeyDown={clearOnEscape(selection)}>
      <Count selection={selection} matching={matching} isAsking={isAsking} />
      <Button look="quiet" className="me-auto max-sm:w-target max-sm:px-0!" onClick={selection.clear}>
        <span className="max-sm:sr-only">Clear</span>
        <Cross className="sm:hidden" />
      </Button>
      <WideActions {...actions} />
      <NarrowActions {...actions} />
      <span role="status" className="text-sm text-soft empty:hidden">
        {all.state === "failed" && "They could not be read. Try again."}
      </span>
      <RemoveDialog
        selected={selection.selected()}
        applicants={applicants}
        open={isRemoving}
        onAnswer={(isConfirmed) => {
          setRemoving(false);
          if (isConfirmed && !busy) onRemove();
        }}
      />
    </section>
  );
}

/** Clears the selection when Escape is pressed in the bar. In a menu or a dialog it only closes that. */
const clearOnEscape = (selection: Props["selection"]) => (event: KeyboardEvent<HTMLElement>) => {
  const { key, target, currentTarget } = event;
  if (key === "Escape" && target instanceof Node && currentTarget.contains(target)) selection.clear();
};

/** How many animals are selected, and what is being done with them. */
function Count({ selection, matching, isAsking }: Pick<Props, "selection" | "isAsking"> & { matching: string | null }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1">
      <p role="status" className="font-semibold">
        {selection.count.toLocaleString("en")} selected
        {selection.elsewhere.length > 0 && <span className="font-normal">,</span>}
      </p>
      {selection.elsewhere.length > 0 && <Elsewhere selection={selection} />}
      {/* Its place is kept, so that nothing moves. */}
      <span aria-hidden="true" className={isAsking ? "motion-safe:animate-pulse" : "invisible"}>
        …
      </span>
      <p role="status" className="sr-only">
        {isAsking && "Looking for applicants…"}
      </p>
      <p role="status" className="text-sm text-soft empty:hidden">
        {selection.count >= MAX_SELECTED &&
          isMoreThanLimit(matching) &&
          `At most ${BULK_LIMIT} can be changed at once.`}
      </p>
    </div>
  );
}

/** The selected animals that are not on this page: how many, which, and a button that deselects them. */
function Elsewhere({ selection: { elsewhere, keepOnPage } }: Pick<Props, "selection">) {
  const more = elsewhere.length - MAX_NAMED;
  return (
    <Menu
      look="inline"
      align="start"
      label={
        <>
          {elsewhere.length.toLocaleString("en")} <span className="max-sm:hidden">not on this page</span>
          <span className="sm:hidden">elsewhere</span>
        </>
      }
      head={
        <>
          {elsewhere.slice(0, MAX_NAMED).map(({ id, name }) => (
            <bdi key={id} className="block max-w-80 truncate text-base text-ink">
              {name}
            </bdi>
          ))}
          {more > 0 && `and ${more.toLocaleString("en")} more`}
        </>
      }
    >
      <MenuItem onSelect={keepOnPage}>Keep only those on this page</MenuItem>
    </Menu>
  );
}

type RemoveProps = Pick<Props, "applicants"> & {
  selected: readonly Selected[];
  open: boolean;
  onAnswer(isConfirmed: boolean): void;
};

/** Asks before the selected animals are removed, and names the first few. */
function RemoveDialog({ selected, applicants, ...dialog }: RemoveProps) {
  const many = `${selected.length.toLocaleString("en")} ${selected.length === 1 ? "animal" : "animals"}`;
  const more = selected.length - MAX_NAMED;
  const staying = selected.filter(({ id, status }) =>
    whyNotRemovable(status, applicants?.has(BigInt(id)) ?? false),
  ).length;
  return (
    <ConfirmDialog
      question={`Remove ${many}?`}
      details={
        <>
          {selected.slice(0, MAX_NAMED).map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <bdi className="font-semibold">{nameInSentence(name)}</bdi>
            </span>
          ))}
          {more > 0 && ` and ${more.toLocaleString("en")} more`}. Removing is for animals that were added by mistake.
          You can restore them.{" "}
          {staying > 0 &&
            `${staying.toLocaleString("en")} of them ${staying === 1 ? "stays" : "stay"}: adopted animals and those with applicants cannot be removed.`}
        </>
      }
      confirm={`Remove ${many}`}
      {...dialog}
    />
  );
}
