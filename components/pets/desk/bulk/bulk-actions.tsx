import type { Target } from "@/lib/pets/bulk/bulk";
import { MAX_SELECTED } from "@/lib/pets/desk/calls";
import { CATEGORIES } from "@/lib/pets/kinds/categories";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { Button } from "../../../ui/buttons/button";
import { Menu, MenuGroup, MenuItem } from "../../../ui/overlays/menu";
import type { useSelectAll } from "./use-select-all";

/** How many animals can be selected, as text. */
export const BULK_LIMIT = MAX_SELECTED.toLocaleString("en");
/** Whether more animals match than can be selected: counting stops at the same number. */
export const isMoreThanLimit = (matching: string | null) => matching?.endsWith("+") === true;

type BulkActionsProps = {
  /** Selects the animals of all pages; null if they are selected already, or all on this page. */
  all: ReturnType<typeof useSelectAll> | null;
  /** How many animals match, as text, or null if unknown. */
  matching: string | null;
  /** Whether a filter is set. */
  isFiltered: boolean;
  busy: boolean;
  onChange(to: Target): void;
  onRemove(): void;
};

/** The actions as buttons and menus side by side. */
export function WideActions({ all, matching, isFiltered, busy, onChange, onRemove }: BulkActionsProps) {
  return (
    <div className="contents max-lg:hidden">
      {all && (
        <Button look="quiet" busy={all.state === "busy"} onClick={all.select}>
          {all.state === "busy" ? "Selecting…" : <AllLabel matching={matching} isFiltered={isFiltered} />}
        </Button>
      )}
      <Menu label="Change status">{statusItems(onChange)}</Menu>
      <Menu label="Change kind">{kindItems(onChange)}</Menu>
      <Button look="quiet-danger" busy={busy} onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}

/** The actions in one menu, for a phone or a tablet. */
export function NarrowActions({ all, matching, isFiltered, onChange, onRemove }: BulkActionsProps) {
  return (
    <div className="lg:hidden">
      <Menu label="Actions">
        {all && (
          <MenuItem onSelect={all.select}>
            <AllLabel matching={matching} isFiltered={isFiltered} />
          </MenuItem>
        )}
        <MenuGroup name="Change status">{statusItems(onChange)}</MenuGroup>
        <MenuGroup name="Change kind" inColumns>
          {kindItems(onChange)}
        </MenuGroup>
        <MenuItem className="mt-3 text-danger" onSelect={onRemove}>
          Remove
        </MenuItem>
      </Menu>
    </div>
  );
}

const statusItems = (onChange: BulkActionsProps["onChange"]) =>
  PET_STATUSES.map((status) => (
    <MenuItem key={status} onSelect={() => onChange({ status })}>
      {STATUS_LABELS[status]}
    </MenuItem>
  ));

const kindItems = (onChange: BulkActionsProps["onChange"]) =>
  CATEGORIES.map(({ id, name }) => (
    <MenuItem key={name} onSelect={() => onChange({ categoryId: id.toString() })}>
      {name}
    </MenuItem>
  ));

/** The label for selecting the animals of all pages. */
function AllLabel({ matching, isFiltered }: Pick<BulkActionsProps, "matching" | "isFiltered">) {
  if (isMoreThanLimit(matching)) return <>Select the first {BULK_LIMIT}</>;
  return (
    <span>
      Select all {matching}
      {isFiltered ? <span className="max-lg:sr-only"> that match</span> : " animals"}
    </span>
  );
}
