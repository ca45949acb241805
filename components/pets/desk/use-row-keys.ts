import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { continueAt, focusIfLost } from "../../ui/continue-at";
import { LIST_HEADING } from "../../ui/list-heading";

const BOX = "input[data-row]";

type Options = {
  /** Selects the rows from one to another. */
  select(from: number, to: number): void;
  /** Called for Escape in the box of a row. Elsewhere in a row, Escape leads there first. */
  onEscape(): void;
};

/**
 * The active row of the table: the one whose box has the focus. The arrow keys, Home and End move to another row, and
 * with Shift they also select the rows from the anchor: the last row that was active without Shift, or whose box was
 * changed. When the active row disappears, the next one gets the focus. `attributes` are for the table.
 */
export function useRowKeys({ select, onEscape }: Options) {
  const root = useRef<HTMLTableElement>(null);
  const activeRow = useRef(-1);
  const anchor = useRef(-1);
  const hadFocus = useRef(false);
  const lastCount = useRef(0);
  const boxes = () => [...(root.current?.querySelectorAll<HTMLInputElement>(BOX) ?? [])];

  /** The row that has the focus, or had it last. */
  const current = () => {
    const row = document.activeElement?.closest("[data-row-at]");
    return row && root.current?.contains(row) ? Number(row.getAttribute("data-row-at")) : activeRow.current;
  };
  /** Makes a row active, and either the anchor too, or selects the rows from the anchor to it. */
  const moveTo = (index: number, selects = false) => {
    const box = boxes()[index];
    if (!box) return;
    if (selects) select(anchor.current, index);
    else anchor.current = index;
    activeRow.current = index;
    box.focus();
    box.closest("tr")?.scrollIntoView({ block: "nearest" });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, shiftKey, altKey, ctrlKey, metaKey } = event;
    // The lists of cells and menus are elsewhere in the document, but React bubbles their events to here.
    if (!(target instanceof HTMLElement) || !root.current?.contains(target) || altKey || ctrlKey || metaKey) return;
    // Here, the arrow keys open a list. Escape leads back to the row.
    if (target.matches("[role=combobox], [aria-haspopup]") && key.startsWith("Arrow")) return;
    if (key === "Escape" && target.matches(BOX)) return onEscape();
    const [index, last] = [current(), boxes().length - 1];
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last, Escape: index }[key];
    if (to === undefined || to < 0 || to > last) return;
    event.preventDefault();
    moveTo(to, shiftKey && anchor.current >= 0);
  };
  const onFocus = () => {
    hadFocus.current = true;
    const at = current();
    // The focus arrived in another way, such as with Tab.
    if (at !== activeRow.current) anchor.current = at;
    activeRow.current = at;
  };
  /** A click on a box, or Space. */
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    if (target instanceof HTMLElement && target.matches(BOX) && !shiftKey) anchor.current = current();
  };

  // A row that was removed, or no longer matches the filter, takes the focus with it: now, or later with its menu.
  useEffect(() => {
    const count = boxes().length;
    if (count < lastCount.current && hadFocus.current)
      continueAt(() => boxes()[Math.min(activeRow.current, boxes().length - 1)] ?? listHeading());
    lastCount.current = count;
  });
  const onBlur = (event: { relatedTarget: EventTarget | null }) => {
    // Without a related target, the element may have been removed, which the effect above handles.
    if (event.relatedTarget) hadFocus.current = false;
  };
  /** Opens the list of statuses in the current row. */
  const openStatus = () =>
    root.current?.querySelector<HTMLElement>(`[data-row-at="${current()}"] [role=combobox]`)?.click();
  /** Moves to another row, even from outside the table. */
  const step = (by: number) => moveTo(current() < 0 ? 0 : current() + by);
  /** Returns the box of an animal, or the heading if the animal is not on the page. */
  const boxOf = (id: bigint) => boxes().find((box) => box.dataset.row === id.toString()) ?? listHeading();
  /** Returns the focus to its last row if nothing else has it. The next selection begins there. */
  const refocus = () => {
    anchor.current = activeRow.current;
    focusIfLost(boxes()[activeRow.current] ?? listHeading());
  };
  const attributes = { ref: root, onKeyDown, onFocus, onClick, onBlur };
  return { attributes, current, moveTo, step, openStatus, boxOf, refocus };
}

const listHeading = () => document.getElementById(LIST_HEADING);
