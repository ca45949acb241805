"use client";

import { type ChangeEvent, type ReactNode, useRef } from "react";
import { type DeskSort, SORT_LABELS } from "@/lib/pets/desk/params";
import type { ListedPet } from "@/lib/pets/list/schema";
import { isolate } from "@/lib/values/words";
import { Icon } from "../../ui/icons";
import { cx } from "../../ui/style";
import { NamedSentence } from "../../ui/text";
import { ActionsCell, AddedCell, AgeCell, KindCell, NameCell, SexCell, StatusCell, WaitingCell } from "./desk-cells";
import { RowMessage } from "./row-message";
import { useDesk } from "./use-desk";

/** The orders of each column. Its button leads from one to the next, and at last to the newest first. */
const ORDERS: Readonly<Record<string, readonly DeskSort[]>> = {
  name: ["name"],
  status: ["status"],
  waiting: ["waiting"],
  added: ["newest", "oldest"],
};
const ARIA_SORT = {
  newest: "descending",
  oldest: "ascending",
  name: "ascending",
  waiting: "descending",
  status: "ascending",
} as const satisfies Record<DeskSort, string>;

function SortHead({ orders, label }: { orders: readonly DeskSort[]; label: string }) {
  const { params, filter } = useDesk();
  const { sort } = params;
  const isSorted = orders.includes(sort);
  const next = orders[orders.indexOf(sort) + 1] ?? "newest";
  return (
    <button
      type="button"
      className={cx(
        "inline-flex min-h-target cursor-pointer items-center gap-1.5 rounded-control font-semibold transition hover:text-accent-hover hover:underline hover:underline-offset-4 active:text-accent-pressed focus-visible:rounded-control",
        isSorted && "text-accent",
      )}
      aria-label={isSorted ? `${label}, ${SORT_LABELS[sort].toLowerCase()}` : label}
      title={SORT_LABELS[isSorted ? sort : next]}
      onClick={() => filter({ sort: next })}
    >
      {label}
      {isSorted && (
        <Icon
          path="M6 1v10M2 7l4 4 4-4"
          box={12}
          className="size-3 stroke-current stroke-2 transition-transform in-[[aria-sort=ascending]]:rotate-180"
        />
      )}
    </button>
  );
}

type Column = { id: string; label: string; Cell(props: { pet: ListedPet }): ReactNode };

const COLUMNS: readonly Column[] = [
  { id: "name", label: "Animal", Cell: NameCell },
  { id: "kind", label: "Kind", Cell: KindCell },
  { id: "sex", label: "Sex", Cell: SexCell },
  { id: "age", label: "Age", Cell: AgeCell },
  { id: "status", label: "Status", Cell: StatusCell },
  { id: "waiting", label: "Waiting", Cell: WaitingCell },
  { id: "added", label: "Added", Cell: AddedCell },
  { id: "actions", label: "Actions", Cell: ActionsCell },
];

/** On a phone, a row is a card. Who added an animal is in its history. */
const CELLS: Readonly<Record<string, string>> = {
  name: "min-w-0 max-md:col-start-2 max-md:col-end-5 max-md:row-start-1",
  kind: "text-sm wrap-anywhere max-lg:hidden",
  sex: "text-sm max-xl:hidden",
  age: "text-sm max-xl:hidden",
  status: "max-md:col-start-2 max-md:row-start-2 max-md:-mt-1.5 max-md:pe-0",
  waiting:
    "text-sm max-md:col-start-3 max-md:row-start-2 max-md:-mt-1.5 max-md:self-center max-md:leading-5 max-md:text-soft md:max-lg:hidden",
  added: "max-md:hidden",
  actions: "max-md:col-start-4 max-md:row-start-2 max-md:-mt-1.5 max-md:px-0 md:text-end",
};
/** The name takes the remaining space, however long it is. */
const WIDTHS: Readonly<Record<string, string>> = {
  kind: "max-lg:hidden lg:w-28 xl:w-26 min-[90rem]:w-38",
  sex: "max-xl:hidden xl:w-18",
  age: "max-xl:hidden xl:w-31",
  status: "md:w-38",
  waiting: "max-lg:hidden lg:w-24 xl:w-22",
  added: "md:w-56 lg:w-60 xl:w-44 min-[90rem]:w-60",
  actions: "md:w-15",
};
/** Stays at the top of the window while the table scrolls. */
const stickyRow = cx(
  "max-md:flex max-md:items-center md:[&>*]:sticky md:[&>*]:top-0 md:[&>*]:z-10 md:[&>*]:border-b md:[&>*]:border-line",
  "md:[&>*]:bg-panel md:[&>:first-child]:rounded-ss-card md:[&>:last-child]:rounded-se-card",
);
const dataRow = cx(
  "transition-colors duration-500 hover:bg-hover",
  // Light enough for the status colours to stand out.
  "data-selected:bg-accent/6 data-selected:shadow-[inset_4px_0_0_var(--color-accent)]",
  "has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-2 has-[input:focus-visible]:outline-accent",
  "[&>*]:border-line md:[&>*]:border-t first:md:[&>*]:border-t-0 max-md:border-t max-md:border-line",
  "max-md:grid max-md:grid-cols-[2.75rem_max-content_minmax(0,1fr)_2.75rem] max-md:px-1 max-md:pt-1.5",
);

export function DeskTable() {
  const { pets, query, selection, rowKeys } = useDesk();
  const lastChanged = useRef<bigint>(undefined);
  /** With Shift, all boxes from the last one that was changed, if it is on this page. */
  const selectTo = (index: number, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
    const last = isRange ? pets.findIndex(({ id }) => id === lastChanged.current) : -1;
    selection.select(last === -1 ? index : last, index, target.checked);
    lastChanged.current = pets[index]?.id;
  };
  return (
    <div
      className={cx(
        "@container rounded-card border border-line bg-panel shadow-card transition-opacity",
        query.isPlaceholderData && "opacity-85",
      )}
    >
      <table
        className="w-full md:table-fixed border-separate border-spacing-0 text-start max-md:block max-md:[&_tbody]:block"
        {...rowKeys.attributes}
      >
        <Head />
        <tbody>
          {pets.map((pet, index) => (
            <DeskRow key={pet.id.toString()} pet={pet} index={index} onSelect={(event) => selectTo(index, event)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head() {
  const { sort } = useDesk().params;
  return (
    <thead className="max-md:block">
      <tr className={stickyRow}>
        <td className="ps-1 md:w-11">
          <PageBox />
        </td>
        {COLUMNS.map(({ id, label }) => (
          <th
            key={id}
            scope="col"
            aria-sort={ORDERS[id]?.includes(sort) ? ARIA_SORT[sort] : undefined}
            className={cx("px-2 text-start text-sm font-semibold text-soft max-md:sr-only", WIDTHS[id])}
          >
            {ORDERS[id] ? (
              <SortHead orders={ORDERS[id]} label={label} />
            ) : (
              <span className={cx(id === "actions" && "sr-only")}>{label}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type RowProps = { pet: ListedPet; index: number; onSelect(event: ChangeEvent<HTMLInputElement>): void };

function DeskRow({ pet, index, onSelect }: RowProps) {
  const { selection, rows, bulk } = useDesk();
  const id = pet.id.toString();
  const isSelected = selection.isSelected(pet);
  const change = rows.unfinished.get(id);
  const reason = bulk.notChanged.get(id);
  return (
    <>
      <tr data-row-at={index} data-selected={isSelected || undefined} className={dataRow}>
        <td className="w-11 ps-1 max-md:row-span-2 max-md:row-start-1 max-md:ps-0">
          <label className="grid size-target cursor-pointer place-items-center">
            <input
              type="checkbox"
              data-row={id}
              className="size-5 cursor-pointer"
              checked={isSelected}
              onChange={onSelect}
              aria-label={`Select ${isolate(pet.name)}`}
            />
          </label>
        </td>
        {COLUMNS.map(({ id: column, Cell }) => {
          const Tag = column === "name" ? "th" : "td";
          return (
            <Tag
              key={column}
              scope={Tag === "th" ? "row" : undefined}
              className={cx(
                "px-2 text-start font-normal max-md:py-0 md:py-0.5 md:pointer-coarse:py-1.5",
                CELLS[column],
              )}
            >
              <Cell pet={pet} />
            </Tag>
          );
        })}
      </tr>
      {change && change.state !== "saving" && (
        <MessageRow>
          <RowMessage change={change} />
        </MessageRow>
      )}
      {reason !== undefined && (
        <MessageRow>
          <p className="my-2 rounded-control bg-amber-back px-4 py-3">
            <NamedSentence name={pet.name} rest={reason} />
          </p>
        </MessageRow>
      )}
    </>
  );
}

/** A cell that spans more columns than are shown would add columns, so it spans one, as wide as the table. */
function MessageRow({ children }: { children: ReactNode }) {
  return (
    <tr className="max-md:block">
      <td className="p-0 max-md:block">
        <div className="w-[100cqi] px-4 pb-3">{children}</div>
      </td>
    </tr>
  );
}

function PageBox() {
  const { pets, selection } = useDesk();
  const isAll = selection.countOnPage === pets.length;
  return (
    <label className="flex min-h-target cursor-pointer items-center text-sm text-soft max-md:gap-2.5 max-md:px-3 md:size-target md:justify-center">
      <input
        type="checkbox"
        className="size-5 shrink-0 cursor-pointer"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selection.countOnPage > 0 && !isAll;
        }}
        onChange={({ target }) => selection.select(0, pets.length - 1, target.checked)}
      />
      <span className="md:sr-only">Select all on this page</span>
    </label>
  );
}
