import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { LIST_HEADING } from "../../ui/browser";
import { continueAt, continueWhenShown, focusIfLost } from "../../ui/focus";
import { keyTarget, stepTarget } from "../../ui/hooks";
import type { PetSelection } from "../bulk/use-selection";

const BOX = "input[data-row]";

/**
 * The active row is the one whose box has the focus. With Shift, the arrow keys select from the anchor: the last row
 * that was active without Shift, or whose box was changed. `attributes` are for the table.
 */
export function useRowKeys({ select, clear }: PetSelection) {
  const root = useRef<HTMLTableElement>(null);
  const rows = useRef({ active: -1, anchor: -1 });
  const boxes = () => [...(root.current?.querySelectorAll<HTMLInputElement>(BOX) ?? [])];
  const holdFocus = useHeldFocus(boxes, () => rows.current.active);

  const current = () => {
    const row = document.activeElement?.closest("[data-row-at]");
    return row && root.current?.contains(row) ? Number(row.getAttribute("data-row-at")) : rows.current.active;
  };
  const moveTo = (index: number, selects = false) => {
    const box = boxes()[index];
    if (!box) return;
    const { anchor } = rows.current;
    if (selects) select(anchor, index);
    rows.current = { active: index, anchor: selects ? anchor : index };
    box.focus();
    box.closest("tr")?.scrollIntoView({ block: "nearest" });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, shiftKey, altKey, ctrlKey, metaKey } = event;
    // The lists of cells and menus are elsewhere in the document, but React bubbles their events to here.
    if (!(target instanceof HTMLElement) || !root.current?.contains(target) || altKey || ctrlKey || metaKey) return;
    // Here, the arrow keys open a list. Escape leads back to the row.
    if (target.matches("[aria-haspopup]") && key.startsWith("Arrow")) return;
    // Elsewhere in a row, Escape leads to its box first.
    if (key === "Escape" && target.matches(BOX)) return clear();
    const count = boxes().length;
    const to = key === "Escape" ? current() : keyTarget(key, current());
    if (to === undefined || to < 0 || to >= count) return;
    event.preventDefault();
    moveTo(to, shiftKey && rows.current.anchor >= 0);
  };
  const onFocus = () => {
    const { active, anchor } = rows.current;
    const at = current();
    // If it is another row, the focus arrived in another way, such as with Tab.
    rows.current = { active: at, anchor: at === active ? anchor : at };
    holdFocus.onFocus();
  };
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    if (target instanceof HTMLElement && target.matches(BOX) && !shiftKey) rows.current.anchor = current();
  };
  return {
    attributes: { ref: root, onKeyDown, onFocus, onClick, onBlur: holdFocus.onBlur },
    current,
    moveTo,
    step: (by: number) => moveTo(stepTarget(by, current())),
    /** The status is the first menu of a row. */
    openStatus: () =>
      root.current?.querySelector<HTMLElement>(`[data-row-at="${current()}"] [aria-haspopup=menu]`)?.click(),
    /** The heading until the row arrives: the list may not have a new animal yet. */
    boxOf: (id: bigint) => {
      const find = () => boxes().find((box) => box.dataset.row === id.toString());
      const heading = listHeading();
      if (!find()) continueWhenShown(heading, find);
      return find() ?? heading;
    },
    /** If nothing else has it. */
    refocus: () => {
      rows.current.anchor = rows.current.active;
      focusIfLost(boxes()[rows.current.active] ?? listHeading());
    },
  };
}

/** When the row with the focus disappears, the one in its place gets it. */
function useHeldFocus(boxes: () => HTMLInputElement[], active: () => number) {
  const held = useRef<HTMLInputElement>(undefined);
  // A row may disappear at once, or later with its menu.
  useEffect(() => {
    if (held.current?.isConnected !== false) return;
    held.current = undefined;
    continueAt(() => boxes()[Math.min(active(), boxes().length - 1)] ?? listHeading());
  });
  const onFocus = () => {
    held.current = boxes()[active()];
  };
  const onBlur = (event: { relatedTarget: EventTarget | null }) => {
    // Without a related target, the element may have been removed, which the effect above handles.
    if (event.relatedTarget) held.current = undefined;
  };
  return { onFocus, onBlur };
}

const listHeading = () => document.getElementById(LIST_HEADING);
