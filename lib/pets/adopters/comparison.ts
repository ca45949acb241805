import { categoryName, categoryPicture } from "../kinds";
import type { ListedPet } from "../list/schema";
import { COMPANION_LABELS, COMPANIONS } from "../profile/choices";
import { factRows, waitWords } from "../profile/words";
import type { Pet } from "../schema";
import { DEFAULT_STATUS, STATUS_LABELS } from "../status";
import type { Fees } from "./kind-notes";

export type ComparedPet = Pet & Pick<ListedPet, "profile" | "waitsSince">;

export type ComparedFact = string | boolean | null;

type ComparisonRow = { name: string; facts: ComparedFact[]; isShared: boolean };

/** Returns the facts that help to choose between animals. A fact that is known of none of them is left out. */
export function comparisonRows(pets: readonly ComparedPet[], fees: Fees): ComparisonRow[] {
  const known = pets.map(({ categoryId, profile }) => new Map(profile ? factRows({ categoryId, profile }) : []));
  const isAnyPending = pets.some(({ status = DEFAULT_STATUS }) => status !== DEFAULT_STATUS);
  const rows: Omit<ComparisonRow, "isShared">[] = [
    {
      name: "Status",
      facts: pets.map(({ status }) => (isAnyPending ? STATUS_LABELS[status ?? DEFAULT_STATUS] : null)),
    },
    { name: "Kind", facts: pets.map(({ categoryId }) => categoryName(categoryId)) },
    ...["Breed", "Age", "Sex", "Size"].map((name) => ({ name, facts: known.map((facts) => facts.get(name) ?? null) })),
    ...COMPANIONS.map((companion) => ({
      name: `Good with ${COMPANION_LABELS[companion].toLowerCase()}`,
      facts: pets.map(({ profile }) => profile?.goodWith[companion] ?? null),
    })),
    { name: "Waiting", facts: pets.map(waitFact) },
    { name: "Adoption fee", facts: pets.map(({ categoryId }) => fees[categoryPicture(categoryId)] || null) },
  ];
  return rows
    .filter(({ facts }) => facts.some((fact) => fact !== null))
    .map((row) => ({ ...row, isShared: new Set(row.facts).size === 1 }));
}

const waitFact = ({ waitsSince }: ComparedPet) =>
  waitsSince === undefined ? null : (waitWords(new Date(waitsSince)) ?? "New here");
