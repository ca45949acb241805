import { useState } from "react";
import { estimateOf, estimateWords } from "@/lib/pets/edit/age-estimate";
import { EDIT_LABELS } from "@/lib/pets/edit/words";
import { FACT_KEYS, optionsOf } from "@/lib/pets/facts";
import type { RowPreview } from "@/lib/pets/import/preview";
import type { ImportRow } from "@/lib/pets/import/read-rows";
import type { ImportField } from "@/lib/pets/import/table";
import { bornOnOfAge, categoryOfWord, choiceOfWord, statusOfWord } from "@/lib/pets/import/words";
import { categoryName, knownKinds } from "@/lib/pets/kinds";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { beginningOf } from "@/lib/values/words";
import { FieldError, Input, Select } from "../../ui/field";
import { cx } from "../../ui/style";
import type { PetImport } from "./use-import";

export const IMPORT_LABELS: Readonly<Record<ImportField, string>> = {
  ...EDIT_LABELS,
  bornOn: "Born",
  age: "Age",
  id: "Id",
};

type Props = {
  state: PetImport;
  row: ImportRow;
  field: ImportField;
  /** Undefined until it is known. */
  preview: RowPreview | undefined;
  /** On a wide screen too. */
  isNamed?: boolean;
};

export function ImportCell({ state, row, field, preview, isNamed = false }: Props) {
  const { line, cells, errors } = row;
  const { edits, again } = state.saved;
  const isOut = state.leftOut.has(line);
  const isCorrected =
    !state.hasBegun &&
    !isOut &&
    (Boolean(again?.[line]) || errors[field] !== undefined || edits.cells[line]?.[field] !== undefined);
  // Rows with the same unknown word are corrected together.
  const hasChoices = errors[field] !== undefined && cells[field] !== "" && CHOICES[field] !== undefined;
  const alike = hasChoices ? state.rows.filter((other) => other.cells[field] === cells[field]) : [row];
  return (
    <>
      <div className={cx("flex min-w-0 flex-wrap items-baseline gap-x-1.5", !isNamed && "lg:flex-nowrap")}>
        <span
          className={cx("text-sm text-soft", !isNamed && "lg:hidden", field === "name" && "max-lg:sr-only")}
        >{`${IMPORT_LABELS[field]}: `}</span>
        {isCorrected ? (
          <Correction row={row} field={field} onChange={(text) => state.setCells(alike, field, text)} />
        ) : (
          <Meaning field={field} cells={cells} preview={preview} />
        )}
      </div>
      {(!isOut || state.hasBegun) && <FieldError>{errors[field]}</FieldError>}
      {isCorrected && alike.length > 1 && (
        <p className="text-sm text-soft">
          {alike.length.toLocaleString("en")} rows have this word and are corrected together.
        </p>
      )}
    </>
  );
}

/** "gone → Adopted". A cell that changes an animal shows the current value instead of that word. */
function Meaning({ field, cells, preview }: Pick<ImportRow, "cells"> & Pick<Props, "field" | "preview">) {
  const text = cells[field];
  const meaning = meaningOf(field, cells);
  const current = preview?.[field];
  if (current !== undefined) {
    return (
      <span className="min-w-0 wrap-anywhere">
        <s className="text-soft">
          <span className="sr-only">now </span>
          <bdi title={current}>{beginningOf(current, MAX_PRESENT)}</bdi>
        </s>{" "}
        <span aria-hidden="true">→</span>
        <span className="sr-only">becomes</span>{" "}
        <bdi title={text} className="font-semibold">
          {beginningOf(meaning ?? text, MAX_PRESENT)}
        </bdi>
      </span>
    );
  }
  // An age is always put differently.
  const isOther = text !== "" && field !== "age" && meaning !== null && text.toLowerCase() !== meaning.toLowerCase();
  return (
    <>
      {isOther && (
        <>
          <bdi className="line-clamp-2 min-w-0 wrap-anywhere text-soft" title={text}>
            {text}
          </bdi>
          <span aria-hidden="true">→</span>
          <span className="sr-only">means</span>
        </>
      )}
      <bdi title={text} className={isOther ? "shrink-0" : "min-w-0 truncate"}>
        {meaning ?? <span className="text-soft">–</span>}
      </bdi>
    </>
  );
}

/** In characters. */
const MAX_PRESENT = 60;

const wordOf = (labels: Readonly<Record<string, string>>, word: string | null) =>
  word === null ? null : (labels[word] ?? null);

const CHOSEN = FACT_KEYS.filter((key) => Object.keys(optionsOf(key)).length > 0);

const MEANINGS: Readonly<Partial<Record<ImportField, (text: string) => string | null>>> = {
  kind: (text) => {
    const category = categoryOfWord(text);
    return category === null ? null : categoryName(category);
  },
  status: (text) => wordOf(STATUS_LABELS, statusOfWord(text)),
  ...Object.fromEntries(
    CHOSEN.map((key) => [key, (text: string) => wordOf(optionsOf(key), choiceOfWord(key, text))] as const),
  ),
  age: (text) => {
    const estimate = estimateOf(bornOnOfAge(text) ?? "");
    return estimate && estimateWords(estimate);
  },
};

/** Spelled as everywhere else, or the text itself if it is not understood. A new animal is available by default. */
const meaningOf = (field: ImportField, { [field]: text, id }: ImportRow["cells"]) =>
  MEANINGS[field]?.(text) || text || (field === "status" && id === "" ? STATUS_LABELS.available : null);

const choicesOf = (field: ImportField) => (field === "kind" ? knownKinds().map(({ name }) => name) : CHOICES[field]);

const CHOICES: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  status: PET_STATUSES.map((status) => STATUS_LABELS[status]),
  ...Object.fromEntries(CHOSEN.map((key) => [key, ["", ...Object.values(optionsOf(key))]])),
};

type CorrectionProps = { row: ImportRow; field: ImportField; onChange(text: string): void };

function Correction({ row: { line, cells, errors }, field, onChange }: CorrectionProps) {
  const label = `${IMPORT_LABELS[field]} of row ${line}`;
  const [text, setText] = useState(cells[field]);
  const change = (next: string) => {
    setText(next);
    onChange(next);
  };
  const invalid = errors[field] ? true : undefined;
  const choices = choicesOf(field);
  if (!choices) {
    return (
      <Input
        aria-label={label}
        aria-invalid={invalid}
        value={text}
        dir="auto"
        autoComplete="off"
        onChange={(event) => change(event.target.value)}
      />
    );
  }
  const shown = cells[field];
  return (
    <Select
      aria-label={label}
      aria-invalid={invalid}
      className="min-w-0"
      value={choices.includes(shown) ? shown : "?"}
      onChange={(event) => change(event.target.value)}
    >
      <option value="?" disabled>
        Choose
      </option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice || "Not known"}
        </option>
      ))}
    </Select>
  );
}
