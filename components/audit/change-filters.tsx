import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { keysQuery } from "@/lib/keys/client";
import { peopleQuery } from "@/lib/people/client";
import { parseInt64 } from "@/lib/values/schemas";
import { isolate } from "@/lib/values/words";
import { AnimalChoice } from "../pets/animal-choice";
import { Field, Options, Select } from "../ui/field";

const TIMES = { 1: "Last 24 hours", 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days" };

export const SUBJECTS = ["pets", "applications", "orders", "settings", "sign_ins"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Settings and sign-ins have no animals. */
const hasAnimals = (about: Subject | undefined) => about !== "settings" && about !== "sign_ins";

const WHATS = { keys: "API keys", people: "People", shelter: "The shelter", mail: "Mail" } as const;
type What = keyof typeof WHATS;

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
  const what = params.get("what") ?? "";
  const filter = {
    who: about === "sign_ins" && !personOf(who) ? undefined : who,
    what: about === "settings" && Object.hasOwn(WHATS, what) ? (what as What) : undefined,
    days: Object.hasOwn(TIMES, days) ? days : undefined,
    petId: hasAnimals(about) ? parseInt64(params.get("petId") ?? "")?.toString() : undefined,
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

type Props = Pick<ReturnType<typeof useChangesFilter>, "about" | "filter" | "change">;

/** Returns the name of a person, with their e-mail address if somebody else has the same name. */
function labelOf({ name, email }: Named, people: readonly Named[]): string {
  const isShared = people.filter((other) => other.name === name).length > 1;
  return isShared ? `${isolate(name)} (${email})` : name;
}

type Named = { name: string; email: string };

const OTHER_AUTHORS = { applicant: "Applicants", operator: "The command line", service: "The service" };

export function ChangeFilters({ about, filter, change }: Props) {
  const people = useQuery(peopleQuery()).data ?? [];
  const keys = useQuery(keysQuery()).data ?? [];
  const persons = people.map((person) => [`person:${person.id}`, labelOf(person, people)] as const);
  const others = [
    ...keys.map(({ id, name }) => [`key:${id}`, `Key: ${isolate(name)}`] as const),
    ...Object.entries(OTHER_AUTHORS),
  ];
  // Each filter keeps its place, whatever the list has beside it.
  return (
    <search className="grid max-w-prose gap-3 min-[22.5rem]:grid-cols-2 sm:grid-cols-3">
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
      {about === "settings" && (
        <Choice
          label="What"
          all="Everything"
          value={filter.what}
          choices={Object.entries(WHATS)}
          onChange={(what) => change("what", what)}
        />
      )}
      {hasAnimals(about) && (
        <AnimalChoice
          id="filter-animal"
          label="Animal"
          placeholder="All animals"
          className="min-[22.5rem]:max-sm:col-span-2"
          petId={filter.petId}
          onChange={(petId) => change("petId", petId)}
        />
      )}
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
