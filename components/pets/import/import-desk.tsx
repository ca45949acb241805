"use client";

import { type ChangeEvent, useState } from "react";
import { readFile, readText } from "@/lib/pets/import/read-file";
import { MAX_ROWS } from "@/lib/pets/import/schema";
import { keysOf } from "@/lib/values/objects";
import { usePersonId } from "../../people/signed-in";
import { Button } from "../../ui/button";
import { FormMessage, Textarea } from "../../ui/field";
import { FileButton } from "../../ui/form-controls";
import { LoadingRows } from "../../ui/loading";
import { actions, panel, stack } from "../../ui/panel";
import { cx, segment, segments } from "../../ui/style";
import { CheckRows } from "./check-rows";
import { ImportReport } from "./import-report";
import { MatchColumns } from "./match-columns";
import { MatchValues } from "./match-values";
import { type PetImport, STEP_HEADING, STEPS, useImport, useReading } from "./use-import";

export function ImportDesk({ isAdmin }: { isAdmin: boolean }) {
  const state = useImport(usePersonId());
  const { step } = state.saved;
  if (!state.isRead) return <LoadingRows />;
  return (
    <div className={stack}>
      {state.dialog}
      {state.hasBegun ? (
        <ImportReport state={state} />
      ) : state.table.rows.length === 0 ? (
        <Source state={state} />
      ) : (
        <>
          <Steps state={state} />
          <h2 id={STEP_HEADING} tabIndex={-1}>
            {STEPS[step]}
            <span className="text-base font-normal text-soft">
              , {state.table.rows.length.toLocaleString("en")} {state.table.rows.length === 1 ? "row" : "rows"}
            </span>
          </h2>
          {step === "columns" && <MatchColumns state={state} />}
          {step === "values" && <MatchValues state={state} isAdmin={isAdmin} />}
          {step === "check" && <CheckRows state={state} />}
        </>
      )}
    </div>
  );
}

function Steps({ state: { saved, goTo, clear } }: { state: PetImport }) {
  return (
    <div className={actions}>
      <nav aria-label="Steps of the import" className="min-w-0 max-sm:w-full">
        <ol className={segments}>
          {keysOf(STEPS).map((step) => (
            <li key={step}>
              <button
                type="button"
                className={cx(segment, "size-full cursor-pointer")}
                aria-current={step === saved.step ? "step" : undefined}
                onClick={() => goTo(step)}
              >
                {STEPS[step]}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <Button look="link" onClick={clear}>
        Start over
      </Button>
    </div>
  );
}

/** Cells of a spreadsheet are pasted with tabs between them. */
const EXAMPLE = [
  ["Name", "Kind", "Status", "Sex", "Age", "Size", "Story"],
  ["Bella", "Dog", "Available", "Female", "3 years", "Large", "Bella loves long walks …"],
  ["Mr Whiskers", "Cat", "Pending", "Male", "8 months", "", "A calm gentleman …"],
]
  .map((cells) => cells.join("\t"))
  .join("\n");

/** A paste or a file is read at once. */
function Source({ state: { begin } }: { state: PetImport }) {
  const [text, setText] = useState("");
  const { problem, isReading, read } = useReading();
  const choose = async (file: File | undefined) => {
    const bytes = file && new Uint8Array(await file.arrayBuffer());
    if (bytes) await read(async () => begin(await readFile(bytes), bytes));
  };
  const take = (pasted: string) => void read(() => begin(readText(pasted), null));
  const change = ({ target: { value }, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    setText(value);
    if (text.trim() === "" && isPasted(nativeEvent)) take(value);
  };
  return (
    <section
      className={cx(panel, stack)}
      aria-label="Rows to import"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        void choose(event.dataTransfer.files[0]);
      }}
    >
      <div className="grid gap-1.5">
        <label htmlFor="import-text">Rows from a spreadsheet</label>
        <Textarea
          className="overflow-x-auto font-mono text-sm whitespace-pre [tab-size:13]"
          id="import-text"
          rows={6}
          value={text}
          placeholder={EXAMPLE}
          aria-describedby="import-hint"
          spellCheck={false}
          onChange={change}
        />
        <p className="text-sm text-soft" id="import-hint">
          Paste them with their headings, or choose or drop a file from a spreadsheet or another program: CSV or Excel,
          up to {MAX_ROWS.toLocaleString("en")} rows.
        </p>
      </div>
      <FormMessage role="alert" kind="problem">
        {problem}
      </FormMessage>
      <div className={actions}>
        {text.trim() !== "" && (
          <Button busy={isReading} onClick={() => isReading || take(text)}>
            Continue
          </Button>
        )}
        <FileButton
          label={isReading ? "Reading…" : "Choose a file"}
          accept=".csv,.tsv,.txt,.xlsx"
          onChoose={([file]) => void choose(file)}
        />
      </div>
    </section>
  );
}

const isPasted = (event: Event) =>
  event instanceof InputEvent && ["insertFromPaste", "insertFromDrop"].includes(event.inputType);
