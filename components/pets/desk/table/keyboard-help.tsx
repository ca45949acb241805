import { KeyboardSheet, type KeyWords } from "../../../ui/overlays/keyboard-sheet";

const KEYS: KeyWords = [
  ["↑ ↓, j k", "move from row to row"],
  ["Home, End", "first and last row"],
  ["Space", "select the row"],
  ["Shift + ↑ ↓", "select several rows"],
  ["Esc", "clear the selection"],
  ["/", "search; ↓ leads to the first row, Esc empties it, then leaves it"],
  ["n", "add an animal"],
  ["e", "edit the animal of the row"],
  ["s", "its status; Esc leads back to the row"],
  ["h", "its history"],
  ["j k", "next and previous animal, in the sheet of one"],
  ["Ctrl or ⌘ + Enter", "save what is open for editing"],
  ["Ctrl or ⌘ + Shift + Enter", "save the animal, and edit the next one"],
  ["Ctrl or ⌘ + Z", "do what “Undo” in a message does"],
  ["F6", "go to that “Undo”, and back"],
  ["?", "this list"],
];

/** Lists the keyboard shortcuts of the table. */
export function KeyboardHelp(props: { open: boolean; onClose(): void }) {
  return <KeyboardSheet keys={KEYS} {...props} />;
}
