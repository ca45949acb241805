import { useQuery } from "@tanstack/react-query";
import { ABOUT_LABELS, OTHER_ACTORS } from "@/lib/audit/labels";
import { keysQuery } from "@/lib/keys/queries";
import { peopleQuery } from "@/lib/people/queries";
import { isolate } from "@/lib/values/bidi";
import { Field, Select } from "../ui/forms/field";
import { AnimalFilter } from "./animal-filter";
import { TIMES, type useAuditFilter, WHATS } from "./use-audit-filter";

type Props = Pick<ReturnType<typeof useAuditFilter>, "filter" | "change">;

/** Each filter keeps its place, whatever the list has beside it. */
const row = "grid max-w-prose gap-3 min-[22.5rem]:grid-cols-2 sm:grid-cols-3";

/** Returns the name of a person, with their e-mail address if somebody else has the same name. */
function labelOf({ name, email }: Named, people: readonly Named[]): string {
  const isShared = people.filter((other) => other.name === name).length > 1;
  return isShared ? `${isolate(name)} (${email})` : name;
}

type Named = { name: string; email: string };

/** Chooses who changed what, and when. */
export function AuditFilters({ filter, change, hasWhat }: Props & { hasWhat: boolean }) {
  const people = useQuery(peopleQuery()).data ?? [];
  const emails = people.map((person) => [person.email, labelOf(person, people)] as const);
  return (
    <search className={row}>
      <Who who={filter.who} choices={[...emails, ...Object.entries(OTHER_ACTORS)]} change={change} />
      <When days={filter.days} change={change} />
      {hasWhat && (
        <Choice
          label="What"
          all="Everything"
          value={filter.what}
          choices={WHATS.map((what) => [what, ABOUT_LABELS[what]])}
          onChange={(what) => change("what", what)}
        />
      )}
    </search>
  );
}

/** Authors who are neither people nor keys, in words. */
const OTHER_AUTHORS = { applicant: "Applicants", operator: "The command line", service: "The service" };

/** Chooses who changed which animal, applications or adoptions, or any subject, and when. */
export function ChangeFilters({ filter, change }: Props) {
  const people = useQuery(peopleQuery()).data ?? [];
  const keys = useQuery(keysQuery()).data ?? [];
  const whos = [
    ...people.map((person) => [`person:${person.id}`, labelOf(person, people)] as const),
    ...keys.map(({ id, name }) => [`key:${id}`, `Key: ${isolate(name)}`] as const),
    ...Object.entries(OTHER_AUTHORS),
  ];
  return (
    <search className={row}>
      <Who who={filter.who} choices={whos} change={change} />
      <When days={filter.days} change={change} />
      <AnimalFilter petId={filter.petId} onChange={(petId) => change("petId", petId)} />
    </search>
  );
}

type WhoProps = Pick<Props, "change"> & { who: string | undefined; choices: ChoiceProps["choices"] };

function Who({ who, choices, change }: WhoProps) {
  // The URL may name somebody who is no longer listed.
  const isListed = who === undefined || choices.some(([value]) => value === who);
  return (
    <Choice
      label="Who"
      all="Everybody"
      value={who}
      choices={isListed ? choices : [...choices, [who, who]]}
      onChange={(next) => change("who", next)}
    />
  );
}

function When({ days, change }: Pick<Props, "change"> & { days: number | undefined }) {
  return (
    <Choice
      label="When"
      all="Any time"
      value={days?.toString()}
      choices={Object.entries(TIMES)}
      onChange={(next) => change("days", next)}
    />
  );
}

type ChoiceProps = {
  label: string;
  /** The label for no filter. */
  all: string;
  value: string | undefined;
  choices: readonly (readonly [value: string, words: string])[];
  onChange(value: string): void;
};

function Choice({ label, all, value = "", choices, onChange }: ChoiceProps) {
  return (
    <Field id={`filter-${label.toLowerCase()}`} label={label}>
      {(attributes) => (
        <Select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{all}</option>
          {choices.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
