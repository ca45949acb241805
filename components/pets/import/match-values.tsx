import { useId, useMemo, useState } from "react";
import { CATEGORIES, sendCreateCategory } from "@/lib/pets/categories/client";
import { TARGETS } from "@/lib/pets/import/headings";
import { meaningKey, meaningsOf, meaningWords } from "@/lib/pets/import/meanings";
import type { ColumnValue } from "@/lib/pets/import/values";
import { knownKinds, learnKinds } from "@/lib/pets/kinds";
import { useCommand } from "../../audit/use-command";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/button";
import { Field, Input, Options, Select } from "../../ui/field";
import { actions, Panel } from "../../ui/panel";
import { LongList } from "./check-rows";
import { lacksKinds, type PetImport, type WordColumn, wordColumnsOf } from "./use-import";

type Props = { state: PetImport; isAdmin: boolean };

/** What each different value means. One choice settles all rows that have it. */
export function MatchValues({ state, isAdmin }: Props) {
  const { table, columns: all, kinds } = state;
  const columns = useMemo(() => wordColumnsOf({ table, columns: all, kinds }), [table, all, kinds]);
  return (
    <>
      {columns.map((column) => (
        <ColumnValues key={column.at} state={state} isAdmin={isAdmin} column={column} />
      ))}
      {lacksKinds(state) && <OtherKind state={state} />}
      {columns.length === 0 && <p>No column has words that need a meaning.</p>}
      <div className={actions}>
        <Button onClick={() => state.goTo("check")}>Next</Button>
      </div>
    </>
  );
}

function OtherKind({ state: { kinds, saved, setKind } }: Pick<Props, "state">) {
  return (
    <Field id="other-kind" label="Kind of rows that name none" className="max-w-narrow">
      {(attributes) => (
        <Select {...attributes} value={saved.choices.kind ?? ""} onChange={({ target: { value } }) => setKind(value)}>
          <option value="" disabled>
            Choose
          </option>
          <Options of={kinds.map(({ id, name }) => [id.toString(), name])} />
        </Select>
      )}
    </Field>
  );
}

type ColumnProps = Props & { column: WordColumn };

function ColumnValues({ column, ...props }: ColumnProps) {
  const { at, heading, target, values } = column;
  return (
    <Panel
      id={`values-${at}`}
      title={
        <>
          {TARGETS[target].label}
          {heading && (
            <span className="text-base font-normal text-soft">
              {" "}
              from “<bdi>{heading}</bdi>”
            </span>
          )}
        </>
      }
    >
      <LongList entries={values} className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {(value) => <ValueChoice key={value.key} column={column} value={value} {...props} />}
      </LongList>
    </Panel>
  );
}

const NEW_KIND = "new";

/** Until somebody chooses, it is what is suggested, or left empty. */
function ValueChoice({ state, isAdmin, column, value }: ColumnProps & { value: ColumnValue }) {
  const { target } = column;
  const [isAdding, setAdding] = useState(false);
  const { text, key, count, suggestion } = value;
  const chosen = state.saved.choices.values[target]?.[key] ?? suggestion;
  const common = [...meaningsOf(target, state.kinds), {}];
  const special = [suggestion, chosen].filter((meaning) => meaning !== null);
  const meanings = new Map([...special, ...common].map((meaning) => [meaningKey(meaning), meaning]));
  const id = useId();
  return (
    <li className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="wrap-anywhere">
        <bdi>{text}</bdi>{" "}
        <span className="text-sm font-normal text-soft">
          {count.toLocaleString("en")} {count === 1 ? "row" : "rows"}
        </span>
      </label>
      <Select
        id={id}
        aria-invalid={target === "kind" && chosen === null ? true : undefined}
        value={isAdding ? NEW_KIND : chosen === null ? "" : meaningKey(chosen)}
        onChange={({ target: { value } }) => {
          setAdding(value === NEW_KIND);
          const meaning = meanings.get(value);
          if (meaning) state.setMeaning(target, key, meaning);
        }}
      >
        <option value="" disabled>
          Choose
        </option>
        <Options of={[...meanings].map(([known, meaning]) => [known, meaningWords(target, meaning, state.kinds)])} />
        {isAdmin && target === "kind" && <option value={NEW_KIND}>A new kind …</option>}
      </Select>
      {isAdding && (
        <NewKind
          text={text}
          onAdded={(kind) => {
            setAdding(false);
            state.setMeaning(target, key, { kind: kind.toString() });
            document.getElementById(id)?.focus();
          }}
        />
      )}
    </li>
  );
}

function NewKind({ text, onAdded }: { text: string; onAdded(id: bigint): void }) {
  const [name, setName] = useState(text);
  const { run, isPending, problem } = useCommand({
    send: sendCreateCategory,
    reads: CATEGORIES,
    onDone: ({ data }) => {
      learnKinds([...knownKinds(), data]);
      onAdded(data.id);
    },
  });
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void run({ name: name.trim() });
      }}
    >
      <Input
        aria-label="Name of the new kind"
        value={name}
        autoComplete="off"
        required
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="quiet" busy={isPending}>
        Add this kind
      </Button>
      <RequestProblem {...problem} notDone="The kind was not added." />
    </form>
  );
}
