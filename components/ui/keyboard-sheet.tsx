import { Checkbox } from "./field";
import { useLettersSwitch } from "./hooks/use-shortcuts";
import { stack } from "./panel";
import { Sheet, SheetActions } from "./sheet";

/** Shortcuts, each with what it does. */
export type KeyWords = readonly (readonly [names: string, action: string])[];

type Props = { keys: KeyWords; open: boolean; onClose(): void };

/** Lists the keyboard shortcuts of a page, and lets people switch off single letters. */
export function KeyboardSheet({ keys, open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="Keyboard" startsAtTitle>
      <div className={stack}>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-1 max-sm:gap-x-3">
          {keys.map(([names, action]) => (
            <div key={names} className="contents">
              <dt>
                <kbd className="rounded-mark border border-control-line bg-page px-2 font-mono text-sm whitespace-nowrap">
                  {names}
                </kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
        </dl>
        <LettersSwitch />
      </div>
      <SheetActions cancel="Close" />
    </Sheet>
  );
}

/** Switches single letters as shortcuts on and off. */
export function LettersSwitch() {
  const [areLettersOn, setLettersOn] = useLettersSwitch();
  return (
    <Checkbox checked={areLettersOn} onChange={(event) => setLettersOn(event.target.checked)}>
      Single letters are shortcuts on this device
    </Checkbox>
  );
}
