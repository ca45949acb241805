import { useId } from "react";
import { Checkbox } from "./form-controls";
import { stack } from "./panel";
import { Sheet, SheetActions } from "./sheet";
import { useLettersSwitch } from "./shortcuts";

/**
 * Shortcuts, each with what it does. Keys are separated by spaces: "j k" is either, and between them may be ",", "or"
 * and "+".
 */
type KeyWords = readonly (readonly [names: string, action: string])[];

export type KeyGroups = Readonly<Record<string, KeyWords>>;

/** On each page that changes something. */
const MESSAGE_KEYS: KeyGroups = {
  "With a message": [["Ctrl or ⌘ + Z", "do what its “Undo” does"]],
};

type Props = { keys: KeyGroups; open: boolean; onClose(): void };

export function KeyboardSheet({ keys, open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="Keyboard" startsAtTitle isWide>
      <div className={stack}>
        <div className="gap-x-10 md:columns-2">
          {Object.entries({ ...keys, ...MESSAGE_KEYS }).map(([place, words]) => (
            <KeyGroup key={place} place={place} words={words} />
          ))}
        </div>
        <LettersSwitch />
      </div>
      <SheetActions cancel="Close" />
    </Sheet>
  );
}

function KeyGroup({ place, words }: { place: string; words: KeyWords }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="break-inside-avoid pb-4">
      <h3 id={id} className="pb-1 text-base">
        {place}
      </h3>
      <dl className="grid grid-cols-[9.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5 max-sm:grid-cols-[7rem_minmax(0,1fr)]">
        {words.map(([names, action]) => (
          <div key={names} className="contents">
            <dt className="text-sm">
              <Keys names={names} />
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Keys({ names }: { names: string }) {
  return names.split(/(, | or | \+ | )/).map((part, at) =>
    at % 2 === 1 ? (
      part
    ) : (
      <kbd
        // biome-ignore lint/suspicious/noArrayIndexKey: a key may be there twice, and the keys stay in their order.
        key={at}
        className="inline-block min-w-6 rounded-mark border border-control-line bg-page px-1.5 text-center font-mono"
      >
        {part}
      </kbd>
    ),
  );
}

export function LettersSwitch() {
  const [areLettersOn, setLettersOn] = useLettersSwitch();
  return (
    <Checkbox checked={areLettersOn} onChange={(event) => setLettersOn(event.target.checked)}>
      Single letters are shortcuts on this device
    </Checkbox>
  );
}
