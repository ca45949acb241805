import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { keysQuery } from "@/lib/keys/client";
import { peopleQuery } from "@/lib/people/client";
import { isolate } from "@/lib/values/words";
import { Field, Options, Select } from "../ui/field";

const TIMES = { 1: "Last 24 hours", 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days" };

export const SUBJECTS = ["pets", "applications", "orders", "settings", "sign_ins"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Whose sign-ins are filtered, or undefined. */
export const personOf = (who: string | undefined) => /^person:(.+)$/.exec(who ?? "")?.[1];

/**
 * What the changes on the page are about (everything, if undefined), the filter in the URL, and functions that change
 * it.
 */
export function useChangesFilter() {
  const params = useSearchParams();
  const router = useRouter();
  const path = usePathname();
  const days = Number(params.get("days"));
  const about = SUBJECTS.find((one) => one === params.get("about"));
  const who = params.get("who") ?? undefined;
  const filter = {
    who: about === "sign_ins" && !personOf(who) ? undefined : who,
    days: Object.hasOwn(TIMES, days) ? days : undefined,
  };
  const change = (name: keyof typeof filter, value: string) => {
    const next = new URLSearchParams(params);
    if (value === "") next.delete(name);
    else next.set(name, value);
    router.replace(`${path}?${next}`, { scroll: false });
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const clear = () => router.replace(about ? `${path}?about=${about}` : path, { scroll: false });
  return { about, filter, isFiltered, change, clear };
}

/** Returns the name of a person, with their e-mail address if somebody else has the same name. */
function labelOf({ name, email }: Named, people: readonly Named[]): string {
  const isShared = people.filter((other) => other.name === name).length > 1;
  return isShared ? `${isolate(name)} (${email})` : name;
}

type Named = { name: string; email: string };

const OTHER_AUTHORS = { applicant: "Applicants", operator: "The command line", service: "The service" };

export function ChangeFilters() {
  const { about, filter, change } = useChangesFilter();
  const people = useQuery(peopleQuery()).data ?? [];
  const keys = useQuery(keysQuery()).data ?? [];
  const persons = people.map((person) => [`person:${person.id}`, labelOf(person, people)] as const);
  const others = [
    ...keys.map(({ id, name }) => [`key:${id}`, `Key: ${isolate(name)}`] as const),
    ...Object.entries(OTHER_AUTHORS),
  ];
  return (
    <search className="grid max-w-prose gap-3 min-[22.5rem]:grid-cols-2">
      <Choice
        label="Who"
        all="Everybody"
        value={filter.who}
        choices={about === "sign_ins" ? persons : [...persons, ...others]}
        onChange={(who) => change("who", who)}
      />
      <Choice
        label="When"
        all="Any time"
        value={filter.days?.toString()}
        choices={Object.entries(TIMES)}
        onChange={(days) => change("days", days)}
      />
    </search>
  );
}

type ChoiceProps = {
  label: string;
  all: string;
  value: string | undefined;
  choices: readonly (readonly [value: string, words: string])[];
  onChange(value: string): void;
};

function Choice({ label, all, value = "", choices, onChange }: ChoiceProps) {
  // The URL may name somebody who is no longer listed.
  const isListed = value === "" || choices.some(([one]) => one === value);
  return (
    <Field id={`filter-${label.toLowerCase()}`} label={label}>
      {(attributes) => (
        <Select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{all}</option>
          <Options of={isListed ? choices : [...choices, [value, value]]} />
        </Select>
      )}
    </Field>
  );
}
