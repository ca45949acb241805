import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import type { AuditFilter } from "@/lib/audit/calls";
import { ABOUT, type About } from "@/lib/audit/schema";
import { ABOUT_LABELS, OTHER_ACTORS } from "@/lib/audit/words";
import { keysQuery } from "@/lib/keys/client";
import { peopleQuery } from "@/lib/people/client";
import { parseInt64 } from "@/lib/values/schemas";
import { isolate } from "@/lib/values/words";
import { Field, Select } from "../ui/field";
import { AnimalFilter } from "./animal-filter";

const TIMES = { 1: "Last 24 hours", 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days" };

export const SUBJECTS = ["pets", "applications", "orders", "settings", "sign_ins"] as const;

/** Whether the audit has this subject. The others have histories, which can be filtered by animal. */
export const isAudited = (about: (typeof SUBJECTS)[number] | undefined) => about === "settings" || about === "sign_ins";

const WHATS = ABOUT.filter((what): what is Exclude<About, "sign_ins"> => what !== "sign_ins");

/**
 * What the changes on the page are about (everything, if undefined), the filter in the URL, and functions that change
 * it.
 */
export function useAuditFilter() {
  const params = useSearchParams();
  const router = useRouter();
  const path = usePathname();
  const days = Number(params.get("days"));
  const about = SUBJECTS.find((one) => one === params.get("about"));
  const filter: AuditFilter = {
    who: params.get("who") ?? undefined,
    what: about === "settings" ? WHATS.find((what) => what === params.get("what")) : undefined,
    days: Object.hasOwn(TIMES, days) ? days : undefined,
    petId: isAudited(about) ? undefined : parseInt64(params.get("petId") ?? "")?.toString(),
  };
  const change = (name: keyof AuditFilter, value: string) => {
    const next = new URLSearchParams(params);
    if (value === "") next.delete(name);
    else next.set(name, value);
    router.replace(`${path}?${next}`, { scroll: false });
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const clear = () => router.replace(about ? `${path}?about=${about}` : path, { scroll: false });
  return { about, filter, isFiltered, change, clear };
}

type Props = Pick<ReturnType<typeof useAuditFilter>, "filter" | "change">;

/** Each filter keeps its place, whatever the list has beside it. */
const row = "grid max-w-prose gap-3 min-[22.5rem]:grid-cols-2 sm:grid-cols-3";

/** Returns the name of a person, with their e-mail address if somebody else has the same name. */
function labelOf({ name, email }: Named, people: readonly Named[]): string {
  const isShared = people.filter((other) => other.name === name).length > 1;
  return isShared ? `${isolate(name)} (${email})` : name;
}

type Named = { name: string; email: string };

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

const OTHER_AUTHORS = { applicant: "Applicants", operator: "The command line", service: "The service" };

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
