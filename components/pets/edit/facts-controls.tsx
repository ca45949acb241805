import { useState } from "react";
import { useController, useWatch } from "react-hook-form";
import { bornOnOfTyped, type TypedAge, typedAgeOf } from "@/lib/pets/edit/age-estimate";
import { type EditValues, NO_DATE } from "@/lib/pets/edit/pet-values";
import { commonBreeds } from "@/lib/pets/edit/words";
import { FACT_KEYS, FACTS, type FactKey, MAX_STORY_LENGTH, optionsOf } from "@/lib/pets/facts";
import { EARLIEST_YEAR, isBornAfter } from "@/lib/pets/profile/age";
import { dateWords } from "@/lib/values/time-words";
import { Field, Input, Select, Textarea } from "../../ui/field";
import { Segments } from "../../ui/form-controls";
import { stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { AnimalChoice } from "../animal-choice";

const WAYS = { unknown: "Not known", estimate: "Estimate", date: "Date of birth" } as const;
type Way = keyof typeof WAYS;

/** Before anything is typed. */
const EMPTY: Readonly<Record<Way, string>> = {
  unknown: "",
  estimate: bornOnOfTyped({ text: "", unit: "years" }),
  date: NO_DATE,
};

function AgeControl() {
  const { field, fieldState } = useController<EditValues, "bornOn">({ name: "bornOn" });
  const bornOn = field.value;
  const [lastTyped, setLastTyped] = useState<TypedAge | null>(null);
  // The form holds only the date of birth, which several texts can stand for.
  const typed = lastTyped && bornOnOfTyped(lastTyped) === bornOn ? lastTyped : typedAgeOf(bornOn);
  const way: Way = bornOn === "" ? "unknown" : typed ? "estimate" : "date";
  const choose = (next: Way) => {
    if (next !== way) field.onChange(EMPTY[next]);
  };
  const type = (next: TypedAge) => {
    setLastTyped(next);
    field.onChange(bornOnOfTyped(next));
  };
  const error = fieldState.error?.message;
  return (
    <div className="grid gap-2.5">
      <Segments legend="Age" options={WAYS} value={way} onChange={choose} />
      {way === "date" && (
        <Field id="edit-born" label="Born on" error={error}>
          {(attributes) => (
            <Input
              {...attributes}
              name={field.name}
              ref={field.ref}
              type="date"
              className="max-w-60"
              min={`${EARLIEST_YEAR}-01-01`}
              value={bornOn === NO_DATE ? "" : bornOn}
              onBlur={field.onBlur}
              onChange={(event) => field.onChange(event.target.value || NO_DATE)}
            />
          )}
        </Field>
      )}
      {typed && (
        <div className="grid max-w-72 grid-cols-2 items-start gap-3">
          <Field id="edit-age" label="About" error={error}>
            {(attributes) => (
              <Input
                {...attributes}
                ref={field.ref}
                inputMode="decimal"
                autoComplete="off"
                value={typed.text}
                onBlur={field.onBlur}
                onChange={({ target: { value } }) => type({ ...typed, text: value })}
              />
            )}
          </Field>
          <Field id="edit-age-unit" label="Unit">
            {(attributes) => (
              <Select
                {...attributes}
                value={typed.unit}
                onChange={({ target: { value } }) => type({ ...typed, unit: value === "months" ? "months" : "years" })}
              >
                <option value="years">years</option>
                <option value="months">months</option>
              </Select>
            )}
          </Field>
        </div>
      )}
    </div>
  );
}

function FactControl({ name }: { name: FactKey }) {
  const { field, fieldState } = useController<EditValues, FactKey>({ name });
  const { type, label, formLabel = label } = FACTS[name];
  const options = optionsOf(name);
  if (Object.keys(options).length > 0)
    return (
      <Segments<string>
        legend={formLabel}
        options={{ "": "Not known", ...options }}
        value={field.value}
        onChange={field.onChange}
      />
    );
  const shown = { id: `edit-${name}`, label, error: fieldState.error?.message };
  if (type === "pet")
    return (
      <AnimalChoice {...shown} placeholder="No animal" petId={field.value || undefined} onChange={field.onChange} />
    );
  return (
    <Field {...shown}>
      {(attributes) => (
        <>
          <Input
            {...attributes}
            {...field}
            list={name === "breed" ? BREEDS : undefined}
            autoComplete="off"
            dir="auto"
            inputMode={type === "money" ? "decimal" : "text"}
            // It takes a breed from the list, and must not save too.
            onKeyDown={(event) => name === "breed" && event.key === "Enter" && event.preventDefault()}
          />
          {name === "breed" && <CommonBreeds />}
        </>
      )}
    </Field>
  );
}

const BREEDS = "common-breeds";

/** Any text can be typed. */
function CommonBreeds() {
  const kind = useWatch<EditValues, "kind">({ name: "kind" });
  return (
    <datalist id={BREEDS}>
      {commonBreeds(kind).map((breed) => (
        <option key={breed} value={breed} />
      ))}
    </datalist>
  );
}

const FLAGS = FACT_KEYS.filter((key) => FACTS[key].type === "flag");
const OTHERS = FACT_KEYS.filter((key) => key !== "story" && !FLAGS.includes(key));

/** In the context of the form. */
export function FactsControls({ arrivedAt }: { arrivedAt: string }) {
  return (
    <section className={stack} aria-labelledby="facts-heading">
      <h3 id="facts-heading">Facts</h3>
      {OTHERS.map((key) =>
        key === "bornOn" ? (
          <div key={key} className={stack}>
            <AgeControl />
            <AgeDoubt arrivedAt={arrivedAt} />
          </div>
        ) : (
          <FactControl key={key} name={key} />
        ),
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {FLAGS.map((key) => (
          <FactControl key={key} name={key} />
        ))}
      </div>
    </section>
  );
}

/** An age that is less than its time in the shelter. */
function AgeDoubt({ arrivedAt }: { arrivedAt: string }) {
  const bornOn = useWatch<EditValues, "bornOn">({ name: "bornOn" });
  return (
    <p role="status" className="text-sm text-amber empty:hidden">
      {isBornAfter(bornOn, arrivedAt) &&
        `It came here on ${dateWords(new Date(arrivedAt))}, so it was born before that. Check the age.`}
    </p>
  );
}

/** Screen readers announce how many are left from here on. */
const NEAR = 100;

export function StoryControl() {
  const { field, fieldState } = useController<EditValues, "story">({ name: "story" });
  const length = [...field.value].length;
  const left = MAX_STORY_LENGTH - length;
  return (
    <div className="grid gap-1">
      <Field
        id="edit-story"
        label="Story"
        hint="What it is like to live with, and what it needs. Adopters read this first."
        error={fieldState.error?.message}
      >
        {(attributes) => (
          <Textarea {...attributes} {...field} rows={7} dir="auto" className="min-h-28! field-sizing-content" />
        )}
      </Field>
      <p className={cx("text-end text-sm tabular-nums", left < 0 ? "font-semibold text-danger" : "text-soft")}>
        {length.toLocaleString("en")} of {MAX_STORY_LENGTH.toLocaleString("en")}
      </p>
      <p className="sr-only" role="status">
        {left < 0 ? `${-left} characters too many` : left <= NEAR ? `${left} characters left` : ""}
      </p>
    </div>
  );
}
