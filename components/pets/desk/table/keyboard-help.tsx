import { KeyboardSheet, type KeyGroups, MESSAGE_KEYS } from "../../../ui/overlays/keyboard-sheet";

const KEYS: KeyGroups = {
  "In the list": [
    ["↑ ↓, j k", "move from row to row"],
    ["/", "search; ↓ leads to the first row, Esc empties it, then leaves it"],
    ["n", "add an animal"],
    ["?", "this list"],
  ],
  "On a row": [
    ["Space", "select it"],
    ["Shift + ↑ ↓", "select several"],
    ["Esc", "clear the selection"],
    ["e", "edit the animal"],
    ["s", "its status; Esc leads back to the row"],
    ["h", "its history"],
  ],
  "In the sheet of an animal": [
    ["j k", "next and previous animal"],
    ["Ctrl or ⌘ + Enter", "save"],
    ["Ctrl or ⌘ + Shift + Enter", "save, and edit the next animal"],
  ],
  ...MESSAGE_KEYS,
};

/** Lists the keyboard shortcuts of the table. */
export function KeyboardHelp(props: { open: boolean; onClose(): void }) {
  return <KeyboardSheet keys={KEYS} {...props} />;
}
