import { Checkbox } from "../../ui/field";
import { stack } from "../../ui/panel";
import { Sheet } from "../../ui/sheet";
import { useLettersSwitch } from "./use-shortcuts";

const KEYS: readonly [keys: string, action: string][] = [
  ["↑ ↓, j k", "move from row to row"],
  ["Home, End", "first and last row"],
  ["Space", "select the row"],
  ["Shift + ↑ ↓", "select several rows"],
  ["/", "search"],
  ["n", "add an animal"],
  ["e", "edit the animal of the row"],
  ["s", "its status; Esc leads back to the row"],
  ["h", "its history"],
  ["Ctrl or ⌘ + Enter", "save what is open for editing"],
  ["F6", "the message that can be undone"],
  ["?", "this list"],
];

/** Lists the keyboard shortcuts of the table, and lets people switch off single letters. */
export function KeyboardHelp({ open, onClose }: { open: boolean; onClose(): void }) {
  const [areLettersOn, setLettersOn] = useLettersSwitch();
  return (
    <Sheet open={open} onClose={onClose} title="Keyboard">
      <div className={stack}>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
          {KEYS.map(([keys, action]) => (
            <div key={keys} className="contents">
              <dt>
                <kbd className="rounded-mark border border-control-line bg-page px-2 py-0.5 font-mono text-sm whitespace-nowrap">
                  {keys}
                </kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
        </dl>
        <Checkbox checked={areLettersOn} onChange={(event) => setLettersOn(event.target.checked)}>
          Single letters are shortcuts on this device
        </Checkbox>
      </div>
    </Sheet>
  );
}
