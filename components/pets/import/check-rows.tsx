import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { whyRefused } from "@/lib/pets/import/client";
import { TARGETS } from "@/lib/pets/import/headings";
import type { ImportRow } from "@/lib/pets/import/rows";
import { type ImportPreview, MAX_DETAILS, type Row } from "@/lib/pets/import/schema";
import { categoryName } from "@/lib/pets/kinds";
import { NO_PROFILE, withNamed } from "@/lib/pets/profile/schema";
import { factLine } from "@/lib/pets/profile/words";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/button";
import { Input } from "../../ui/field";
import { Checkbox, Segments } from "../../ui/form-controls";
import { Loaded } from "../../ui/load-problem";
import { actions, Panel } from "../../ui/panel";
import { cx } from "../../ui/style";
import { HistoryChanges } from "../desk/history-changes";
import { SameAnimals } from "../edit/pet-controls";
import { type PetImport, STEP_HEADING } from "./use-import";
import type { UsableRow } from "./use-sending";

type Props = { state: PetImport };

/** What the import would do, and what it would not. */
export function CheckRows({ state }: Props) {
  const { usable, preview } = state;
  return (
    <>
      {usable.length > 0 && (
        <Loaded what="What would change" query={preview}>
          {(found) => (
            <>
              <References state={state} preview={found} />
              <Added state={state} preview={found} />
              <Changed state={state} preview={found} />
              <Alike state={state} />
            </>
          )}
        </Loaded>
      )}
      <Unusable state={state} />
      <Ignored state={state} />
      <StartBar state={state} />
    </>
  );
}

/** Entries shown at first, and added at a time. */
const PAGE = 50;

type ListProps<T> = { entries: readonly T[]; className?: string; children(entry: T): ReactNode };

export function LongList<T>({ entries, className = "grid gap-2", children }: ListProps<T>) {
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <ul className={className}>{entries.slice(0, shown).map(children)}</ul>
      {entries.length > shown && (
        <Button look="quiet" className="justify-self-start" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, entries.length - shown)} more
        </Button>
      )}
    </>
  );
}

const number = (count: number) => count.toLocaleString("en");
export const animals = (count: number) => `${number(count)} ${count === 1 ? "animal" : "animals"}`;
const rowsWords = (count: number) => `${number(count)} ${count === 1 ? "row" : "rows"}`;

function RowNumber({ line }: { line: number }) {
  return <span className="text-sm text-soft tabular-nums">Row {line}</span>;
}

type PreviewProps = Props & { preview: ImportPreview };
type Outcome = ImportPreview["rows"][number];

/** Each detail with its row. */
function detailsOf({ usable, preview: { data } }: PetImport, outcome: Outcome) {
  return (data?.details ?? []).flatMap((detail) => {
    const row = usable[detail.row];
    return row && data?.rows[detail.row] === outcome ? [{ ...detail, row }] : [];
  });
}

/** Numbers of the shelter's own, with which the animals were imported before. */
function References({ state: { saved, setByReference }, preview: { references } }: PreviewProps) {
  if (references === 0) return null;
  const one = references === 1;
  return (
    <Panel
      id="import-references"
      title={`${rowsWords(references)} ${one ? "has a number" : "have numbers"} that you imported before`}
    >
      <Segments
        legend={`What about ${one ? "this animal" : "these animals"}?`}
        options={BY_REFERENCE}
        value={saved.byReference === null ? "" : saved.byReference ? "update" : "add"}
        onChange={(choice) => setByReference(choice === "update")}
      />
    </Panel>
  );
}

const BY_REFERENCE: Readonly<Record<string, string>> = { update: "Update these animals", add: "Add all as new" };

/** The first ones show whether the columns were understood. */
function Added({ state: { saved, usable, outcomes, setHidden }, preview: { counts } }: PreviewProps) {
  if (counts.new + counts.alike === 0) return null;
  const added = usable.filter(({ line }) => outcomes.get(line) === "new");
  return (
    <Panel id="import-new" title={`${animals(counts.new)} to add`}>
      {added.length > 0 && (
        <ul className="grid gap-1">
          {added.slice(0, MAX_NAMED).map(({ line, name, wanted }) => (
            <li key={line} className="wrap-anywhere">
              <bdi className="font-semibold">{name}</bdi> <span className="text-soft">{factsOf(wanted)}</span>
            </li>
          ))}
          {added.length > MAX_NAMED && <li className="text-soft">and {number(added.length - MAX_NAMED)} more</li>}
        </ul>
      )}
      <Checkbox checked={saved.isHidden} onChange={({ target: { checked } }) => setHidden(checked)}>
        Keep new animals hidden until I have looked
      </Checkbox>
    </Panel>
  );
}

const MAX_NAMED = 5;

/** "Dog, beagle, female". */
function factsOf({ categoryId = 0n, profile = {} }: Row): string {
  const known = { ...withNamed(NO_PROFILE, profile), ageGroup: null };
  return [categoryName(categoryId), ...factLine({ categoryId, profile: known })].join(", ");
}

function Changed({ state, preview }: PreviewProps) {
  const { changed, same } = preview.counts;
  if (changed + same === 0) return null;
  const details = detailsOf(state, "changed");
  return (
    <Panel id="import-changed" title={changed === 0 ? "Nothing changes" : `${animals(changed)} to change`}>
      {same > 0 && (
        <p>
          {animals(same)} {same === 1 ? "is" : "are"} already as the file has {same === 1 ? "it" : "them"}.
        </p>
      )}
      <LongList entries={details}>
        {({ row, pets, changes = {} }) => (
          <li key={row.line} className="grid min-w-0 gap-1">
            <p className="wrap-anywhere">
              <bdi className="font-semibold">{pets[0]?.name ?? row.name}</bdi> <RowNumber line={row.line} />
            </p>
            <HistoryChanges entry={{ changes }} photos={[]} />
          </li>
        )}
      </LongList>
      {changed > MAX_DETAILS && <p className="text-soft">These are the first {MAX_DETAILS}.</p>}
    </Panel>
  );
}

/** Rows that look like an animal that the shelter has, or like an earlier row. They are left out unless somebody adds them. */
function Alike({ state }: Props) {
  const { alike, keep } = state;
  if (alike.length === 0) return null;
  const kept = new Set(state.saved.kept);
  const pets = new Map(detailsOf(state, "alike").map((detail) => [detail.row.line, detail.pets]));
  const lines = alike.map(({ line }) => line);
  return (
    <Panel
      id="import-alike"
      title={`${rowsWords(alike.length)} may be ${alike.length === 1 ? "an animal" : "animals"} that you have`}
    >
      {alike.length > 1 && (
        <Checkbox
          checked={lines.every((line) => kept.has(line))}
          onChange={({ target: { checked } }) => keep(lines, checked)}
        >
          Add all {number(alike.length)} anyway
        </Checkbox>
      )}
      <LongList entries={alike}>
        {({ line, name }: UsableRow) => (
          <li key={line}>
            <Checkbox checked={kept.has(line)} onChange={({ target: { checked } }) => keep([line], checked)}>
              <span className="min-w-0 wrap-anywhere">
                Add <bdi className="font-semibold">{name}</bdi> <RowNumber line={line} />{" "}
                <span className="text-sm">
                  <SameAs pets={pets.get(line)} />
                </span>
              </span>
            </Checkbox>
          </li>
        )}
      </LongList>
    </Panel>
  );
}

function SameAs({ pets }: { pets: ImportPreview["details"][number]["pets"] | undefined }) {
  if (pets === undefined || pets.length === 0) return "An earlier row is the same.";
  return <SameAnimals pets={pets} />;
}

/** What is wrong with a row, or why the service would refuse it. A name can be added here. */
function Unusable({ state }: Props) {
  const { names } = state.saved.choices;
  const refused = new Map(detailsOf(state, "refused").map(({ row, code }) => [row.line, whyRefused(code)]));
  const reasonsOf = ({ line, problems }: ImportRow) =>
    [...problems.map(({ message }) => message), refused.get(line)].filter(Boolean);
  const listed = state.rows.filter((row) => reasonsOf(row).length > 0 || names[row.line] !== undefined);
  const count = listed.filter((row) => reasonsOf(row).length > 0).length;
  if (listed.length === 0) return null;
  return (
    <Panel id="import-unusable" title={count === 0 ? "All rows can be used" : `${rowsWords(count)} cannot be used`}>
      <LongList entries={listed}>
        {(row) => (
          <li key={row.line} className="grid gap-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] sm:items-center">
            <p className="wrap-anywhere">
              <RowNumber line={row.line} /> <bdi>{row.name}</bdi>{" "}
              <span className="text-danger">{reasonsOf(row).join(". ")}</span>
            </p>
            {isNameMissing(row, names) && (
              <Input
                aria-label={`Name in row ${row.line}`}
                defaultValue={names[row.line] ?? ""}
                placeholder="Name"
                autoComplete="off"
                dir="auto"
                // Not while it is typed, because all rows are checked again.
                onBlur={({ target: { value } }) => value !== (names[row.line] ?? "") && state.setName(row.line, value)}
              />
            )}
          </li>
        )}
      </LongList>
    </Panel>
  );
}

const isNameMissing = ({ line, problems }: ImportRow, names: Readonly<Record<string, string>>) =>
  names[line] !== undefined || problems.some(({ target }) => target === "name");

/** What was not understood does not keep an animal out. */
function Ignored({ state: { rows } }: Props) {
  const groups = Map.groupBy(
    rows.flatMap(({ ignored }) => ignored),
    ({ target }) => target,
  );
  if (groups.size === 0) return null;
  return (
    <Panel id="import-ignored" title="Left empty">
      <ul className="grid gap-2">
        {[...groups].map(([target, cells]) => (
          <li key={target} className="wrap-anywhere">
            <span className="font-semibold">{TARGETS[target].label}</span> in {rowsWords(cells.length)}:{" "}
            <span className="text-soft">{textsOf(cells.map(({ text }) => text))}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** "“NO AGE”, “old” and 3 other texts". */
function textsOf(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  const shown = different.slice(0, MAX_NAMED).map((text) => `“${text}”`);
  const more = different.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${number(more)} more` : shown.join(", ");
}

const CHANGES: ReadonlySet<Outcome | undefined> = new Set(["new", "alike", "changed"]);

function StartBar({ state }: Props) {
  const { saved, preview, included, outcomes, problem, start, isRunning } = state;
  const count = included.filter(({ line }) => CHANGES.has(outcomes.get(line))).length;
  const isAsking = saved.byReference === null && preview.data !== undefined && preview.data.references > 0;
  const isReady = !isRunning && !isAsking && count > 0;
  return (
    <>
      <RequestProblem
        error={isRunning ? null : problem}
        notDone="Nothing was imported."
        onWaited={() => void start()}
        onSignedIn={() => {
          flushSync(state.reset);
          document.getElementById(STEP_HEADING)?.focus();
        }}
      />
      <div data-bottom-bar className={cx(actions, "sticky bottom-0 z-10 border-t border-line bg-page py-3")}>
        <Button busy={!isReady} onClick={() => isReady && void start()}>
          {isRunning ? "Working…" : count === 0 ? "Nothing to import" : `Import ${animals(count)}`}
        </Button>
      </div>
    </>
  );
}
