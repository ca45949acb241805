"use client";

import { chosenIn, type PetFilters, parameterOf, without, withoutFacts } from "@/lib/pets/adopters/filters";
import { COMPANIONS, FACTS, FILTERING, type Filtering, filterChoices } from "@/lib/pets/facts";
import { DEFAULT_STATUS, PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { capitalized } from "@/lib/values/words";
import { Button, buttonClass } from "../../../ui/button";
import { Cross } from "../../../ui/icons";
import { barLink, control, covering, cx, segment, segments, toggle } from "../../../ui/style";
import { FORM } from "./search-form";
import { type Find, warmUp } from "./use-find";

type Props = {
  find: Find;
  filters: PetFilters;
  isQuiet?: boolean;
  className?: string;
};

/** The statuses as links. Most visitors look for available animals and do not need them. */
export function StatusLinks({ find: { linkTo }, filters, isQuiet = false, className }: Props) {
  const others = without(filters, "status");
  const choices = [
    ...PET_STATUSES.map((status) => ({ status, label: STATUS_LABELS[status], target: { ...others, status } })),
    { status: undefined, label: "All", target: others },
  ];
  return (
    <nav aria-label="Filter by status" className={className}>
      {/* Four columns from the start, so nothing moves while the other links arrive. */}
      <ul className={cx(segments, "grid-cols-4 empty:hidden")}>
        {choices.map(({ status, label, target }) => (
          <li key={label}>
            <a
              className={cx(segment, "w-full")}
              {...linkTo(target, { isQuiet })}
              aria-current={status === filters.status ? "true" : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type FiltersProps = { find: Find; filters: PetFilters };

/** The ages of the groups, because kinds age at different speeds. */
const AGES = ["under 1 year", "1–2 years", "3–7 years", "8+ years"];

const ASKED = FILTERING.filter((key) => FACTS[key].isAsked);
const CHOICES = ASKED.filter((key) => FACTS[key].type === "choice");
const FLAGS = ASKED.filter((key) => FACTS[key].type === "flag");

const chosen = "border-accent bg-accent-back! text-accent! ring-1 ring-accent ring-inset";

type ChoiceProps = Record<"name" | "label" | "any" | "className", string> & {
  find: Find;
  options: readonly (readonly [value: string, words: string])[];
  value: string | undefined;
};

function Choice({ find, name, label, any, options, value = "", className }: ChoiceProps) {
  return (
    <select
      form={FORM}
      name={name}
      aria-label={label}
      className={cx(control, "cursor-pointer border-solid! pe-9", className)}
      value={value}
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

type FactChoiceProps = FiltersProps & { name: "ageGroup" | Filtering; className: string };

function FactChoice({ find, filters, name, className }: FactChoiceProps) {
  const { label } = FACTS[name === "ageGroup" ? "bornOn" : name];
  const options = Object.entries(filterChoices(name)).map(
    ([value, words], at) => [value, name === "ageGroup" ? `${words.label} · ${AGES[at]}` : words.label] as const,
  );
  return (
    <div className="grid min-w-0 gap-1.5">
      <span aria-hidden="true" className="font-semibold lg:hidden">
        {label}
      </span>
      <Choice
        find={find}
        name={parameterOf(name)}
        label={label}
        any={`Any ${label.toLowerCase()}`}
        options={options}
        value={filters[name]?.toString()}
        className={cx(filters[name] !== undefined && chosen, className)}
      />
    </div>
  );
}

/** The order of the list. Without scripts, it has a button of its own where the filters are in a sheet. */
export function SortChoice({ find, filters: { sort } }: FiltersProps) {
  return (
    <>
      <Choice
        find={find}
        name="sort"
        label="Sort"
        any="Newest first"
        options={[["oldest", "Waiting longest"]]}
        value={sort}
        className="w-auto! min-w-0 max-md:flex-[1_1_6rem]"
      />
      <span className="hidden noscript:max-lg:grid">
        <Button type="submit" form={FORM}>
          Sort
        </Button>
      </span>
    </>
  );
}

/** A row of controls; on a phone, a sheet at the bottom, which moves as styles/animals.css says. */
const sheet = cx(
  "inset-x-0 top-auto bottom-0 mx-auto my-0 hidden w-full max-w-dialog gap-4 overflow-y-auto rounded-t-card bg-panel p-5 text-ink",
  "shadow-raised backdrop:bg-scrim open:grid",
  "lg:static lg:m-0 lg:flex lg:max-w-none lg:min-w-0 lg:flex-1 lg:flex-wrap lg:items-center lg:gap-2 lg:max-xl:gap-1.5 lg:overflow-visible",
  "lg:rounded-none lg:bg-transparent lg:p-0 lg:shadow-none",
);

export function FactFilters({ find, filters, results }: FiltersProps & { results: string }) {
  const { goodWith = [] } = filters;
  const hasControl = (name: string) => ["ageGroup", "goodWith", ...ASKED].includes(name);
  // The status does not count as a filter, because the heading names it.
  const active = chosenIn(filters).length;
  const none: PetFilters = { ...withoutFacts(filters), status: DEFAULT_STATUS };
  return (
    <>
      <button type="button" popoverTarget="filters" className={buttonClass("quiet", "lg:hidden")}>
        Filters{active > 0 && ` (${active})`}
      </button>
      {/* Not a fieldset, because a sheet is a dialog (list-problem.tsx). */}
      <section id="filters" popover="auto" aria-label="Filters" className={sheet} onToggle={warmUp}>
        <div className="-my-1 flex items-center lg:hidden">
          <h2 className="me-auto">Filters</h2>
          <button
            type="button"
            popoverTarget="filters"
            popoverTargetAction="hide"
            aria-label="Close"
            className={cx(barLink, "-me-2 w-11 cursor-pointer justify-center")}
          >
            <Cross />
          </button>
        </div>
        <div className="grid gap-1.5 md:hidden">
          <span aria-hidden="true" className="font-semibold">
            Status
          </span>
          <StatusLinks find={find} filters={filters} isQuiet />
        </div>
        <FactChoice find={find} filters={filters} name="ageGroup" className="text-ellipsis lg:w-41! xl:w-51!" />
        <div className="grid grid-cols-2 gap-4 lg:contents">
          {CHOICES.map((key) => (
            <FactChoice key={key} find={find} filters={filters} name={key} className="lg:w-auto!" />
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          {FLAGS.map((key) => (
            <Toggle key={key} find={find} name={key} value="true" isChosen={filters[key] === true}>
              {FACTS[key].label}
            </Toggle>
          ))}
        </div>
        <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(max(5rem,30%),1fr))] gap-2 lg:flex lg:flex-wrap lg:items-center lg:max-xl:gap-1.5">
          <legend className="float-left col-span-full max-lg:-mb-0.5 max-lg:w-full lg:me-1 lg:font-normal">
            Good with
          </legend>
          {COMPANIONS.map((companion) => (
            <Toggle key={companion} find={find} name="good" value={companion} isChosen={goodWith.includes(companion)}>
              {capitalized(companion)}
            </Toggle>
          ))}
        </fieldset>
        {/* What the words of a search named stays until its chip is taken off. */}
        {chosenIn(filters).map(({ name, value }) =>
          hasControl(name) ? null : (
            <input key={name} type="hidden" form={FORM} name={parameterOf(name)} value={value} />
          ),
        )}
        <span className="hidden noscript:grid">
          <Button type="submit" form={FORM}>
            Show animals
          </Button>
        </span>
        <div className="grid grid-cols-[auto_1fr] gap-2.5 *:px-3! [&>:only-child]:col-span-2 lg:hidden">
          {(active > 0 || filters.status !== DEFAULT_STATUS) && (
            <a className={buttonClass("quiet")} {...find.linkTo(none, { isQuiet: true })}>
              Clear<span className="sr-only"> filters</span>
            </a>
          )}
          <button
            type="button"
            popoverTarget="filters"
            popoverTargetAction="hide"
            className={buttonClass("primary", "noscript:hidden")}
          >
            Show {results || "animals"}
          </button>
        </div>
      </section>
    </>
  );
}

type ToggleProps = { find: Find; name: string; value: string; isChosen: boolean; children: string };

function Toggle({ find, name, value, isChosen, children }: ToggleProps) {
  return (
    <label className={cx(toggle, "border-control-line bg-panel max-lg:px-2 lg:max-xl:px-2.5")}>
      <input
        type="checkbox"
        className={covering}
        form={FORM}
        name={name}
        value={value}
        checked={isChosen}
        onChange={find.onChange}
      />
      {children}
    </label>
  );
}
