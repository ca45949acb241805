"use client";

import { type ChangeEvent, useEffect, useRef } from "react";
import { parseFilters } from "@/lib/pets/adopters/filters";
import { MAX_SEARCH_LENGTH } from "@/lib/pets/list/sizes";
import {
  AGE_GROUPS,
  AGE_LABELS,
  COMPANION_LABELS,
  COMPANIONS,
  SEX_LABELS,
  SEXES,
  SIZE_LABELS,
  SIZES,
} from "@/lib/pets/profile/choices";
import { Button } from "../../ui/button";
import { buttonClass } from "../../ui/button-class";
import { control } from "../../ui/control";
import { cx } from "../../ui/cx";
import { pill } from "../../ui/pill";
import type { Find } from "./use-find";

/** The id of the form that all controls below belong to. */
const FORM = "find";
/** How long after the last letter a search begins, in milliseconds. */
const TYPING_MS = 400;

/** The search by name. Kind and status are links elsewhere on the page; the form carries them along. */
export function SearchForm({ find: { filters, go, onSubmit } }: { find: Find }) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { q = "" } = filters;
  // The address can change without the field, for example by "back"; while somebody types, the field is ahead of it.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = q;
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onType = ({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (form) go(parseFilters(new FormData(form)), { isQuiet: true, replaces: q !== "" });
    }, TYPING_MS);
  };
  return (
    <search>
      <form
        id={FORM}
        action="/"
        className="flex gap-2 lg:max-w-[60%]"
        onSubmit={(event) => {
          clearTimeout(timer.current);
          onSubmit(event);
        }}
      >
        <input type="hidden" name="kind" value={filters.kind ?? ""} />
        <input type="hidden" name="status" value={filters.status ?? "all"} />
        <input
          ref={input}
          type="search"
          name="q"
          className={cx(control, "bg-panel")}
          aria-label="Search by name"
          placeholder="Search by name"
          defaultValue={q}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          onChange={onType}
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}

type ChoiceProps = {
  find: Find;
  name: string;
  label: string;
  /** The chosen value. */
  value: string | undefined;
  /** The label of the empty choice. */
  any: string;
  options: readonly (readonly [value: string, label: string])[];
  className?: string;
};

function Choice({ find, name, label, value, any, options, className }: ChoiceProps) {
  return (
    <select
      form={FORM}
      name={name}
      aria-label={label}
      className={cx(control, "cursor-pointer border-solid! bg-panel pe-9", className)}
      value={value ?? ""}
      onChange={find.onChange}
    >
      <option value="">{any}</option>
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** The order of the list. */
export function SortChoice({ find }: { find: Find }) {
  return (
    <Choice
      find={find}
      name="sort"
      label="Sort"
      value={find.filters.sort}
      any="Newest first"
      options={[["oldest", "Waiting longest"]]}
      className="w-auto!"
    />
  );
}

/** Age, sex, size, and whom the animal gets along with: a row, or on a phone a sheet that a button opens. */
export function FactFilters({ find, results }: { find: Find; results: string }) {
  const { age, sex, size, goodWith = [] } = find.filters;
  const active = [age, sex, size, ...goodWith].filter(Boolean).length;
  return (
    <>
      <button type="button" popoverTarget="filters" className={buttonClass("quiet", "lg:hidden")}>
        Filters{active > 0 && ` (${active})`}
      </button>
      <fieldset
        id="filters"
        popover="auto"
        aria-label="Filters"
        className={cx(
          "inset-x-0 top-auto bottom-0 m-0 hidden w-full max-w-full gap-3 overflow-y-auto rounded-t-card bg-panel p-5 text-ink",
          "shadow-raised backdrop:bg-scrim open:grid",
          "lg:static lg:flex lg:w-auto lg:flex-wrap lg:items-center lg:gap-x-2 lg:overflow-visible lg:rounded-none lg:bg-transparent lg:p-0 lg:shadow-none",
        )}
      >
        <Choice
          find={find}
          name="age"
          label="Age"
          any="Any age"
          value={age}
          options={pairs(AGE_GROUPS, AGE_LABELS)}
          className="lg:w-auto!"
        />
        <Choice
          find={find}
          name="sex"
          label="Sex"
          any="Any sex"
          value={sex}
          options={pairs(SEXES, SEX_LABELS)}
          className="lg:w-auto!"
        />
        <Choice
          find={find}
          name="size"
          label="Size"
          any="Any size"
          value={size}
          options={pairs(SIZES, SIZE_LABELS)}
          className="lg:w-auto!"
        />
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="float-left me-2 font-normal max-lg:mb-1 max-lg:w-full">Good with</legend>
          {COMPANIONS.map((companion) => (
            <label key={companion} className={cx(pill, "cursor-pointer gap-2 font-normal")}>
              <input
                type="checkbox"
                form={FORM}
                name="good"
                value={companion}
                checked={goodWith.includes(companion)}
                onChange={find.onChange}
              />
              {COMPANION_LABELS[companion]}
            </label>
          ))}
        </fieldset>
        <span className="hidden noscript:block">
          <Button type="submit" form={FORM} look="quiet">
            Apply
          </Button>
        </span>
        <button
          type="button"
          popoverTarget="filters"
          popoverTargetAction="hide"
          className={buttonClass("primary", "lg:hidden noscript:hidden")}
        >
          Show {results || "animals"}
        </button>
      </fieldset>
    </>
  );
}

const pairs = <W extends string>(words: readonly W[], labels: Readonly<Record<W, string>>) =>
  words.map((word) => [word, labels[word]] as const);
