"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import type { AuditFilter } from "@/lib/audit/calls";
import { ABOUT_LABELS, OTHER_ACTORS } from "@/lib/audit/labels";
import { ABOUT, type About } from "@/lib/audit/schema";
import { isolate } from "@/lib/bidi";
import { peopleQuery } from "@/lib/people/queries";
import { Field, Select } from "../ui/field";

const TIMES = { 1: "Last 24 hours", 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days" };

/** The filter in the URL, and a function that changes it. */
export function useAuditFilter() {
  const params = useSearchParams();
  const router = useRouter();
  const path = usePathname();
  const days = Number(params.get("days"));
  const filter: AuditFilter = {
    who: params.get("who") ?? undefined,
    what: ABOUT.find((about: About) => about === params.get("what")),
    days: Object.hasOwn(TIMES, days) ? days : undefined,
  };
  const change = (name: keyof AuditFilter, value: string) => {
    const next = new URLSearchParams(params);
    if (value === "") next.delete(name);
    else next.set(name, value);
    router.replace(`${path}?${next}`, { scroll: false });
  };
  return { filter, change, clear: () => router.replace(path, { scroll: false }) };
}

type Props = Pick<ReturnType<typeof useAuditFilter>, "filter" | "change">;

/** Chooses who changed what, and when. */
export function AuditFilters({ filter, change }: Props) {
  const people = useQuery(peopleQuery()).data ?? [];
  const emails = people.map(({ name, email }) => [email, `${isolate(name)} (${email})`] as const);
  const whos = [...emails, ...Object.entries(OTHER_ACTORS)];
  // The URL may name a person who is no longer listed.
  const isListed = filter.who === undefined || whos.some(([value]) => value === filter.who);
  if (filter.who !== undefined && !isListed) whos.push([filter.who, filter.who]);
  return (
    <search className="grid gap-3 min-[22.5rem]:grid-cols-2 min-[22.5rem]:max-sm:*:first:col-span-2 sm:grid-cols-3">
      <Choice label="Who" all="Everybody" value={filter.who} choices={whos} onChange={(who) => change("who", who)} />
      <Choice
        label="What"
        all="Everything"
        value={filter.what}
        choices={Object.entries(ABOUT_LABELS)}
        onChange={(what) => change("what", what)}
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
