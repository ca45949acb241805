import type { DateOrder, OrderGuess } from "@/lib/pets/import/dates";
import { TARGETS, type Target } from "@/lib/pets/import/headings";
import { ENCODINGS, type Encoding } from "@/lib/pets/import/read-file";
import type { ImportColumn } from "@/lib/pets/import/rows";
import { keysOf } from "@/lib/values/objects";
import { Button } from "../../ui/button";
import { Field, Options, Select } from "../../ui/field";
import { actions, panel } from "../../ui/panel";
import { cx } from "../../ui/style";
import { type PetImport, useReading } from "./use-import";

type Props = { state: PetImport };

/** What each column holds. */
export function MatchColumns({ state }: Props) {
  const hasName = state.columns.some(({ target }) => target === "name" || target === "id");
  return (
    <>
      {state.encoding !== null && <EncodingChoice state={state} encoding={state.encoding} />}
      <ul className={cx(panel, "grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3")}>
        {state.columns.map((column) => (
          <MatchColumn key={column.place} state={state} column={column} />
        ))}
      </ul>
      {!hasName && <p className="text-amber">Choose the column with the names of the animals.</p>}
      <div className={actions}>
        <Button onClick={() => state.goTo("values")}>Next</Button>
      </div>
    </>
  );
}

function EncodingChoice({ state: { readAgain }, encoding }: Props & { encoding: Encoding }) {
  const { problem, read } = useReading();
  return (
    <Field
      id="encoding"
      label="Encoding of the file"
      hint="Choose another one if letters with accents look wrong."
      error={problem}
      className="max-w-narrow"
    >
      {(attributes) => (
        <Select
          {...attributes}
          value={encoding}
          onChange={({ target: { value } }) => {
            const chosen = keysOf(ENCODINGS).find((known) => known === value);
            if (chosen) void read(() => readAgain(chosen));
          }}
        >
          <Options of={Object.entries(ENCODINGS)} />
        </Select>
      )}
    </Field>
  );
}

/** With a date whose day and month cannot be told apart, until one of the column proves their order. */
function MatchColumn({ state, column }: Props & { column: ImportColumn }) {
  const { at, place, heading, samples, target, dates } = column;
  const id = `column-${place}`;
  return (
    <li className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="truncate">
        <bdi>{heading || `Column ${at + 1}`}</bdi>
      </label>
      <Select
        id={id}
        value={target ?? ""}
        onChange={({ target: { value } }) =>
          state.setColumn(place, TARGET_NAMES.find((known) => known === value) ?? null)
        }
      >
        <option value="">Leave out</option>
        <Options of={TARGET_NAMES.map((known) => [known, TARGETS[known].label])} />
      </Select>
      {samples.length > 0 && (
        <p className="line-clamp-2 text-sm wrap-anywhere text-soft">
          such as {samples.map((sample) => `“${sample}”`).join(", ")}
        </p>
      )}
      {target !== null && dates && <DateOrderChoice state={state} target={target} dates={dates} />}
    </li>
  );
}

const TARGET_NAMES: readonly Target[] = keysOf(TARGETS);

const ORDERS: Readonly<Record<DateOrder, string>> = { "day first": "Day first", "month first": "Month first" };

function DateOrderChoice({ state, target, dates: { order, example } }: Props & { target: Target; dates: OrderGuess }) {
  const chosen = state.saved.choices.orders[target];
  if (example === null || (order !== null && chosen === undefined)) return null;
  return (
    <Field id={`order-${target}`} label={<>Which comes first in {example}?</>}>
      {(attributes) => (
        <Select
          {...attributes}
          value={chosen ?? ""}
          onChange={({ target: { value } }) => {
            const wanted = keysOf(ORDERS).find((known) => known === value);
            if (wanted) state.setOrder(target, wanted);
          }}
        >
          <option value="" disabled>
            Choose
          </option>
          <Options of={Object.entries(ORDERS)} />
        </Select>
      )}
    </Field>
  );
}
