import { useState } from "react";
import { ApiError } from "@/lib/http/errors";
import { CATEGORIES } from "@/lib/pets/categories";
import type { Target } from "@/lib/pets/desk/bulk";
import { fetchAllThatMatch, MAX_SELECTED } from "@/lib/pets/desk/calls";
import type { DeskParams } from "@/lib/pets/desk/params";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { Button } from "../../ui/button";
import { cx } from "../../ui/cx";
import { Menu, MenuItem } from "../../ui/menu";
import type { useSelection } from "./use-selection";

/** How many of the selected animals that are not on the page are listed. */
const MAX_NAMED = 8;

type Props = {
  selection: ReturnType<typeof useSelection>;
  params: DeskParams;
  /** How many animals match, as text, or null if that is unknown. */
  matching: string | null;
  /** Whether there are more pages than this one. */
  hasMore: boolean;
  busy: boolean;
  onChange(to: Target): void;
};

/** The maximum, as text. */
const LIMIT = MAX_SELECTED.toLocaleString("en");
/** Whether more animals match than can be selected: counting stops at the same number. */
const isMoreThanLimit = (matching: string | null) => matching?.endsWith("+") === true;

/** The classes of a bar that stays at the bottom of the window while the table scrolls. */
export const bottomBar = cx(
  "sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-control-line bg-panel px-3 py-2",
  "shadow-raised sm:px-4",
);

/** The actions for the selected animals. */
export function BulkBar({ selection, params, matching, hasMore, busy, onChange }: Props) {
  if (selection.count === 0) return null;
  const isAll = selection.count >= MAX_SELECTED || selection.count.toLocaleString("en") === matching;
  return (
    <section aria-label="Selected animals" data-bottom-bar className={bottomBar}>
      <div className="me-auto flex flex-wrap items-center gap-x-1">
        <p role="status" className="font-semibold">
          {selection.count.toLocaleString("en")} selected
          {selection.elsewhere.length > 0 && <span className="font-normal">,</span>}
        </p>
        {selection.elsewhere.length > 0 && <Elsewhere selection={selection} />}
        <p role="status" className="text-sm text-soft empty:hidden">
          {selection.count >= MAX_SELECTED && isMoreThanLimit(matching) && `At most ${LIMIT} can be changed at once.`}
        </p>
      </div>
      {hasMore && !isAll && <SelectAll selection={selection} params={params} matching={matching} />}
      <Menu label={<Change what="status" />} align="end">
        {PET_STATUSES.map((status) => (
          <MenuItem key={status} onSelect={() => !busy && onChange({ status })}>
            {STATUS_LABELS[status]}
          </MenuItem>
        ))}
      </Menu>
      <Menu label={<Change what="kind" />} align="end">
        {CATEGORIES.map(({ id, name }) => (
          <MenuItem key={name} onSelect={() => !busy && onChange({ categoryId: id.toString() })}>
            {name}
          </MenuItem>
        ))}
      </Menu>
      <Button look="quiet" className="max-sm:px-3" onClick={selection.clear}>
        Clear
      </Button>
    </section>
  );
}

/** How many of the selected animals are not on this page: which they are, and a way to deselect them. */
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

/** The label "Change status", or "Status" where there is less room. */
function Change({ what }: { what: string }) {
  return (
    <span>
      <span className="max-lg:sr-only">Change </span>
      <span className="max-lg:capitalize">{what}</span>
    </span>
  );
}

/** Selects the animals of all pages. */
function SelectAll({ selection, params, matching }: Pick<Props, "selection" | "params" | "matching">) {
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const select = async () => {
    if (state === "busy") return;
    setState("busy");
    try {
      selection.selectAll(await fetchAllThatMatch({ ...params, cursor: "" }));
      setState("idle");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState("failed");
    }
  };
  const all = (
    <span>
      Select all {matching}
      <span className="max-lg:sr-only"> that match</span>
    </span>
  );
  return (
    <>
      <Button look="quiet" className="max-sm:px-3" busy={state === "busy"} onClick={select}>
        {state === "busy" ? "Selecting…" : isMoreThanLimit(matching) ? `Select the first ${LIMIT}` : all}
      </Button>
      <span role="status" className="text-sm text-soft empty:hidden">
        {state === "failed" && "They could not be read. Try again."}
      </span>
    </>
  );
}
