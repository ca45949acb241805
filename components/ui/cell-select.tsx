"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Chevron, Icon } from "./icons";
import { menuItem, menuPopup } from "./menu";
import { cx } from "./style";

type Props<V extends string> = {
  label: string;
  value: V;
  choices: readonly { value: V; label: string; disabled?: boolean }[];
  onChange(value: V): void;
  draw(value: V): ReactNode;
  /** While a change is being saved, the list stays closed. */
  busy?: boolean;
};

/** A choice in a cell of a table, drawn as its current value. */
export function CellSelect<V extends string>({ label, value, choices, onChange, draw, busy = false }: Props<V>) {
  const cell = useRef<HTMLButtonElement>(null);
  /** Whether the list was left by Escape or by a press of an entry. */
  const isLeft = useRef(false);
  /** What had the focus when a shortcut opened the list, or null if it was opened here. */
  const opener = useRef<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  // Base UI would show a list in which nothing can be chosen.
  if (busy && isOpen) setOpen(false);
  // A choice may open a dialog while the list is still fading out. The dialog then returns the focus to where it was.
  useEffect(() => {
    if (isOpen || !isLeft.current) return;
    isLeft.current = false;
    (opener.current ?? cell.current)?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <Base.Root
      items={choices}
      value={value}
      onValueChange={(next) => {
        if (next !== null && next !== value) onChange(next);
      }}
      readOnly={busy}
      open={isOpen}
      onOpenChange={(opens, { event, reason }) => {
        const { activeElement } = document;
        if (opens) opener.current = !event.isTrusted && activeElement instanceof HTMLElement ? activeElement : null;
        isLeft.current = reason === "escape-key" || reason === "item-press";
        setOpen(opens && !busy);
      }}
      modal={false}
    >
      <Base.Trigger
        aria-label={label}
        aria-busy={busy || undefined}
        ref={cell}
        className={cx(
          "group -ms-2 inline-flex min-h-target cursor-pointer items-center gap-1.5 rounded-control border border-transparent px-2",
          "transition hover:border-control-line hover:bg-panel active:bg-pressed",
          "data-popup-open:border-accent data-popup-open:bg-panel aria-busy:cursor-progress",
        )}
      >
        <Base.Value>{(shown: V) => draw(shown)}</Base.Value>
        {/* The value itself keeps its contrast. */}
        <Chevron className="stroke-soft group-aria-busy:opacity-40" />
      </Base.Trigger>
      {/* By default, Base UI adds a style element, which our policy forbids. */}
      <CSPProvider disableStyleElements>
        <Base.Portal>
          {/* Fixed, so that focusing an entry does not scroll the page under the pointer. */}
          <Base.Positioner
            positionMethod="fixed"
            sideOffset={4}
            align="start"
            alignItemWithTrigger={false}
            className="z-50"
          >
            <Base.Popup className={cx(menuPopup, "min-w-44")}>
              {choices.map((choice) => (
                <Base.Item
                  key={choice.value}
                  value={choice.value}
                  disabled={choice.disabled ?? false}
                  className={cx(
                    menuItem,
                    "justify-between gap-3 data-disabled:cursor-not-allowed data-disabled:opacity-50",
                  )}
                >
                  <Base.ItemText>{draw(choice.value)}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Icon path="m2 6.5 3 3 5-6" box={12} className="size-3.5 stroke-accent stroke-2" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </CSPProvider>
    </Base.Root>
  );
}
