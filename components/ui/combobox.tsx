"use client";

import { Combobox as Base } from "@base-ui/react/combobox";
import type { BaseUIEvent } from "@base-ui/react/types";
import { type KeyboardEvent, type Ref, useRef, useState } from "react";
import { Chevron } from "./icons";
import { menuItem, menuPopup } from "./menu-popup";
import { control, cx } from "./style";

export type Choice = { value: string; label: string };

type Props = {
  choices: readonly Choice[];
  value: Choice | null;
  onChange(choice: Choice | null): void;
  onFocus?(): void;
  onType?(text: string): void;
  onLeave?(): void;
  placeholder?: string;
  nothing?: string;
  inputRef?: Ref<HTMLInputElement>;
  attributes: { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };
};

/**
 * A choice from a long list, found by typing part of it. Enter takes the highlighted entry; Tab, and Ctrl with Enter,
 * take it too if it contains the typed text. A text that is no choice stays, and nothing is chosen.
 */
export function Combobox({
  choices,
  value,
  onChange,
  onType,
  onFocus,
  onLeave,
  placeholder = "Choose or type",
  nothing = "No matches.",
  inputRef,
  attributes,
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  /** What was typed since the last choice, or null. */
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState(value?.value);
  if (value?.value !== chosen) {
    setChosen(value?.value);
    if (value !== null) setTyped(null);
  }
  const takeText = (text: string, { reason }: { reason: string }) => {
    // Base UI would replace a text that is no choice.
    if (reason !== "input-change") return;
    setTyped(text);
    onType?.(text);
    if (value !== null && text !== value.label) onChange(null);
  };
  const onKeyDown = (event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>) => {
    // Base UI would clear the field. Without a list, Escape is for the dialog around it.
    if (event.key === "Escape" && !isOpen) event.preventBaseUIHandler();
    const isSent = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!isOpen || !(isSent || event.key === "Tab")) return;
    takeHighlighted(event.currentTarget);
    setOpen(false);
  };
  return (
    <Base.Root
      items={choices}
      value={value}
      onValueChange={(choice) => {
        if (choice !== null) setTyped(null);
        onChange(choice);
      }}
      inputValue={typed ?? value?.label ?? ""}
      onInputValueChange={takeText}
      isItemEqualToValue={(one, other) => one.value === other.value}
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) onLeave?.();
      }}
      autoHighlight
    >
      <Base.InputGroup ref={group} className="relative">
        <Base.Input
          placeholder={placeholder}
          className={cx(control, "pe-12")}
          ref={inputRef}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={() => isOpen || onLeave?.()}
          {...attributes}
        />
        <Base.Trigger
          className="absolute inset-y-0 end-0 grid w-11 cursor-pointer place-items-center ps-1.5 rounded-control hover:text-accent active:text-accent-pressed"
          aria-label="Show all"
        >
          <Chevron />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        {/* Below the error and the hint of the field, which it must not cover. */}
        <Base.Positioner
          anchor={() => group.current?.closest("[data-part=field]") ?? null}
          positionMethod="fixed"
          sideOffset={6}
          className="z-50 w-(--anchor-width)"
        >
          <Base.Popup className={menuPopup}>
            <Base.Empty className="px-3 py-2 text-soft empty:hidden">{nothing}</Base.Empty>
            <Base.List className="max-h-72 overflow-y-auto">
              {(choice: Choice) => (
                <Base.Item key={choice.value} value={choice} className={menuItem}>
                  <span className="line-clamp-2 min-w-0 wrap-anywhere">{choice.label}</span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function takeHighlighted(input: HTMLInputElement): void {
  const entry = document.getElementById(input.getAttribute("aria-activedescendant") ?? "");
  const typed = input.value.trim().toLowerCase();
  if (typed !== "" && entry?.textContent.toLowerCase().includes(typed)) entry.click();
}
