"use client";

import { createColumnHelper, rowSelectionFeature, tableFeatures, useTable } from "@tanstack/react-table";
import type { ChangeEvent, ReactNode } from "react";
import { type DeskSort, SORT_LABELS } from "@/lib/pets/desk/params";
import type { ListedPet } from "@/lib/pets/list/schema";
import { isolate } from "@/lib/values/words";
import { Icon } from "../../ui/icons";
import { cx } from "../../ui/style";
import { NamedSentence } from "../../ui/text";
import type { PetSelection } from "../bulk/use-selection";
import {
  ActionsCell,
  AddedCell,
  AgeCell,
  KindCell,
  NameCell,
  SexCell,
  StatusCell,
  useDeskCells,
  WaitingCell,
} from "./desk-cells";
import { RowMessage } from "./row-message";
import type { RowChanges } from "./use-row-changes";
import type { RowKeys } from "./use-row-keys";

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

function SortHead({ column, label }: { column: string; label: string }) {
  const { sort, sortBy } = useDeskCells();
  const orders = ORDERS[column] ?? [];
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
      onClick={() => sortBy(next)}
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

const features = tableFeatures({ rowSelectionFeature });
const helper = createColumnHelper<typeof features, ListedPet>();

function column(id: string, label: string, Cell: (props: { pet: ListedPet }) => ReactNode) {
  return helper.display({
    id,
    header: () => (ORDERS[id] ? <SortHead column={id} label={label} /> : label),
    cell: ({ row }) => <Cell pet={row.original} />,
  });
}

const columns = helper.columns([
  column("name", "Animal", NameCell),
  column("kind", "Kind", KindCell),
  column("sex", "Sex", SexCell),
  column("age", "Age", AgeCell),
  column("status", "Status", StatusCell),
  column("waiting", "Waiting", WaitingCell),
  column("added", "Added", AddedCell),
  helper.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row }) => <ActionsCell pet={row.original} />,
  }),
]);

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

type Props = {
  pets: ListedPet[];
  /** Whether the rows are still those of the previous page. */
  isPrevious: boolean;
  selection: PetSelection;
  changes: RowChanges;
  rowKeys: RowKeys["attributes"];
};

export function DeskTable({ pets, isPrevious, selection, changes, rowKeys }: Props) {
  const table = useTable({
    features,
    columns,
    data: pets,
    getRowId: ({ id }) => id.toString(),
    state: { rowSelection: selection.ids },
    onRowSelectionChange: (next) => selection.select(typeof next === "function" ? next(selection.ids) : next),
    isRowRangeSelectionEvent: isWithShift,
  });
  const { rows } = table.getRowModel();
  return (
    <div
      className={cx(
        "@container rounded-card border border-line bg-panel shadow-card transition-opacity",
        isPrevious && "opacity-85",
      )}
    >
      <table
        className="w-full md:table-fixed border-separate border-spacing-0 text-start max-md:block max-md:[&_tbody]:block"
        {...rowKeys}
      >
        <Head table={table} />
        <tbody>
          {rows.map((row, index) => (
            <DeskRow key={row.id} table={table} row={row} index={index} changes={changes} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isWithShift(event: unknown): boolean {
  const native = (event as ChangeEvent).nativeEvent; // TanStack Table passes on the event of the handler
  return native instanceof MouseEvent && native.shiftKey;
}

type Table = ReturnType<typeof useTable<typeof features, ListedPet>>;

function Head({ table }: { table: Table }) {
  const { sort } = useDeskCells();
  return (
    <thead data-part="sticky-head" className="max-md:block">
      <tr className={stickyRow}>
        <td className="ps-1 md:w-11">
          <PageBox table={table} />
        </td>
        {table.getHeaderGroups()[0]?.headers.map((header) => (
          <th
            key={header.id}
            scope="col"
            aria-sort={ORDERS[header.id]?.includes(sort) ? ARIA_SORT[sort] : undefined}
            className={cx("px-2 text-start text-sm font-semibold text-soft max-md:sr-only", WIDTHS[header.id])}
          >
            <table.FlexRender header={header} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

type BodyRow = ReturnType<Table["getRowModel"]>["rows"][number];

type RowProps = Pick<Props, "changes"> & {
  table: Table;
  row: BodyRow;
  index: number;
};

function DeskRow({ table, row, index, changes }: RowProps) {
  const change = changes.unfinished.get(row.id);
  const { notChanged } = useDeskCells();
  const reason = notChanged.get(row.id);
  return (
    <>
      <tr data-row-at={index} data-selected={row.getIsSelected() || undefined} className={dataRow}>
        <RowBox row={row} />
        {row.getAllCells().map((cell) => {
          const Cell = cell.column.id === "name" ? "th" : "td";
          return (
            <Cell
              key={cell.id}
              scope={Cell === "th" ? "row" : undefined}
              className={cx(
                "px-2 text-start font-normal max-md:py-0 md:py-0.5 md:pointer-coarse:py-1.5",
                CELLS[cell.column.id],
              )}
            >
              <table.FlexRender cell={cell} />
            </Cell>
          );
        })}
      </tr>
      {change && change.state !== "saving" && (
        <MessageRow>
          <RowMessage change={change} changes={changes} />
        </MessageRow>
      )}
      {reason !== undefined && (
        <MessageRow>
          <p className="my-2 rounded-control bg-amber-back px-4 py-3">
            <NamedSentence name={row.original.name} rest={reason} />
          </p>
        </MessageRow>
      )}
    </>
  );
}

function RowBox({ row }: { row: BodyRow }) {
  return (
    <td className="w-11 ps-1 max-md:row-span-2 max-md:row-start-1 max-md:ps-0">
      <label className="grid size-target cursor-pointer place-items-center">
        <input
          type="checkbox"
          data-row={row.id}
          className="size-5 cursor-pointer"
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
          aria-label={`Select ${isolate(row.original.name)}`}
        />
      </label>
    </td>
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

function PageBox({ table }: { table: Table }) {
  const isAll = table.getIsAllPageRowsSelected();
  const isSome = table.getIsSomePageRowsSelected();
  return (
    <label className="flex min-h-target cursor-pointer items-center text-sm text-soft max-md:gap-2.5 max-md:px-3 md:size-target md:justify-center">
      <input
        type="checkbox"
        className="size-5 shrink-0 cursor-pointer"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isAll;
        }}
        onChange={table.getToggleAllPageRowsSelectedHandler()}
      />
      <span className="md:sr-only">Select all on this page</span>
    </label>
  );
}
