import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import type { Selected, Target } from "@/lib/pets/bulk";
import { HIDDEN_REASONS } from "@/lib/pets/care/schema";
import { visibilityWords } from "@/lib/pets/care/words";
import { type DeskParams, isFiltered, listParameters } from "@/lib/pets/desk/params";
import { MAX_SELECTED } from "@/lib/pets/desk/queries";
import { fetchAllPets } from "@/lib/pets/list/calls";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { nameInSentence } from "@/lib/values/words";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Cross } from "../../ui/icons";
import { Menu, MenuGroup, MenuItem } from "../../ui/menu";
import { cx } from "../../ui/style";
import { useKinds } from "../known-kinds";
import type { PetSelection } from "./use-selection";

const BULK_LIMIT = MAX_SELECTED.toLocaleString("en");
/** Counting stops at the same number. */
const isMoreThanLimit = (matching: string | null) => matching?.endsWith("+") === true;

type BulkActionsProps = {
  /** Selects the animals of all pages; null if they are selected already, or all on this page. */
  all: { isPending: boolean; mutate(): void } | null;
  matching: string | null;
  isFiltered: boolean;
  onChange(to: Target): void;
  onRemove(): void;
};

function Actions({ all, matching, isFiltered, onChange, onRemove }: BulkActionsProps) {
  return (
    <>
      {all && (
        <Button look="quiet" busy={all.isPending} onClick={() => all.isPending || all.mutate()}>
          {all.isPending ? "Selecting…" : <AllLabel matching={matching} isFiltered={isFiltered} />}
        </Button>
      )}
      <Menu label="Actions">
        <MenuGroup name="Change status">{statusItems(onChange)}</MenuGroup>
        <MenuGroup name="Change kind" inColumns>
          <KindItems onChange={onChange} />
        </MenuGroup>
        <MenuGroup name="Hide or show">{visibilityItems(onChange)}</MenuGroup>
        <MenuItem className="mt-3 text-danger" onSelect={onRemove}>
          Remove
        </MenuItem>
      </Menu>
    </>
  );
}

const statusItems = (onChange: BulkActionsProps["onChange"]) =>
  PET_STATUSES.map((status) => (
    <MenuItem key={status} onSelect={() => onChange({ status })}>
      {STATUS_LABELS[status]}
    </MenuItem>
  ));

function KindItems({ onChange }: Pick<BulkActionsProps, "onChange">) {
  return useKinds().map(({ id, name }) => (
    <MenuItem key={name} onSelect={() => onChange({ categoryId: id.toString() })}>
      {name}
    </MenuItem>
  ));
}

const visibilityItems = (onChange: BulkActionsProps["onChange"]) =>
  [null, ...HIDDEN_REASONS].map((hidden) => (
    <MenuItem key={hidden ?? "public"} onSelect={() => onChange({ hidden })}>
      {visibilityWords(hidden)}
    </MenuItem>
  ));

function AllLabel({ matching, isFiltered }: Pick<BulkActionsProps, "matching" | "isFiltered">) {
  if (isMoreThanLimit(matching)) return <>Select the first {BULK_LIMIT}</>;
  return (
    <span>
      Select all {matching}
      {isFiltered ? <span className="max-lg:sr-only"> that match</span> : " animals"}
    </span>
  );
}

const MAX_NAMED = 8;

/** A bar near the bottom of the window, below a list. Its shadow covers what is below it. */
const bottomBar = cx(
  "sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-control-line bg-panel px-3",
  "py-2 max-sm:gap-x-1.5 sm:px-4",
  "shadow-[var(--shadow-raised),0_0.75rem_0_var(--color-page),0_1.75rem_0_var(--color-page)]",
);

type Props = {
  selection: PetSelection;
  params: DeskParams;
  /** How many animals match, as text, or null if unknown, and whether there are other pages. */
  matches: { count: string | null; hasMore: boolean };
  busy: boolean;
  onChange(to: Target): void;
};

export function BulkBar({ selection, params, matches, busy, onChange }: Props) {
  const all = useMutation({
    mutationFn: () => {
      const query = listParameters({ ...params, cursor: "" }, { include: "version" });
      return fetchAllPets(query, MAX_SELECTED);
    },
    onSuccess: ({ pets }) => selection.selectAll(pets),
  });
  const [isRemoving, setRemoving] = useState(false);
  const { count: matching, hasMore } = matches;
  const isAll = selection.count >= MAX_SELECTED || selection.count.toLocaleString("en") === matching;
  const actions = {
    all: hasMore && !isAll ? all : null,
    matching,
    isFiltered: isFiltered(params),
    onChange: (to: Target) => !busy && onChange(to),
    onRemove: () => !busy && setRemoving(true),
  };
  return (
    <section aria-label="Selected animals" data-bottom-bar className={bottomBar} onKeyDown={clearOnEscape(selection)}>
      <Count selection={selection} matching={matching} />
      <Button look="quiet" className="me-auto max-sm:w-target max-sm:px-0!" onClick={selection.clear}>
        <span className="max-sm:sr-only">Clear</span>
        <Cross className="sm:hidden" />
      </Button>
      <Actions {...actions} />
      <span role="status" className="text-sm text-soft empty:hidden">
        {busy ? "Changing…" : all.isError && "They could not be read. Try again."}
      </span>
      <RemoveDialog
        selected={selection.selected()}
        open={isRemoving}
        onAnswer={(isConfirmed) => {
          setRemoving(false);
          if (isConfirmed && !busy) onChange({ remove: true });
        }}
      />
    </section>
  );
}

/** In a menu or a dialog, Escape only closes that. */
const clearOnEscape = (selection: Props["selection"]) => (event: KeyboardEvent<HTMLElement>) => {
  const { key, target, currentTarget } = event;
  if (key === "Escape" && target instanceof Node && currentTarget.contains(target)) selection.clear();
};

function Count({ selection, matching }: Pick<Props, "selection"> & { matching: string | null }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1">
      <p role="status" className="font-semibold">
        {selection.count.toLocaleString("en")} selected
        {selection.elsewhere > 0 && (
          <span className="font-normal">, {selection.elsewhere.toLocaleString("en")} not on this page</span>
        )}
      </p>
      <p role="status" className="text-sm text-soft empty:hidden">
        {selection.count >= MAX_SELECTED &&
          isMoreThanLimit(matching) &&
          `At most ${BULK_LIMIT} can be changed at once.`}
      </p>
    </div>
  );
}

type RemoveProps = {
  selected: readonly Selected[];
  open: boolean;
  onAnswer(isConfirmed: boolean): void;
};

function RemoveDialog({ selected, ...dialog }: RemoveProps) {
  const many = `${selected.length.toLocaleString("en")} ${selected.length === 1 ? "animal" : "animals"}`;
  const more = selected.length - MAX_NAMED;
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
          You can restore them. Adopted animals and those with applicants stay.
        </>
      }
      confirm={`Remove ${many}`}
      {...dialog}
    />
  );
}
