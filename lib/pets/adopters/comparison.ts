import { COMPANIONS, FACTS } from "../facts";
import { categoryName } from "../kinds";
import type { ListedPet } from "../list/schema";
import { LISTED, shownFact, waitWords } from "../profile/words";
import type { Pet } from "../schema";
import { DEFAULT_STATUS, STATUS_LABELS } from "../status";
import { amountWords, type Fees } from "./kind-notes";

export type ComparedPet = Pet & Pick<ListedPet, "profile" | "arrivedAt">;

export type ComparedFact = string | boolean | null;

type ComparisonRow = { name: string; facts: ComparedFact[]; isShared: boolean };

/** Returns the facts that help to choose between animals. A fact that is known of none of them is left out. */
export function comparisonRows(pets: readonly ComparedPet[], fees: Fees): ComparisonRow[] {
  const isAnyPending = pets.some(({ status = DEFAULT_STATUS }) => status !== DEFAULT_STATUS);
  const rows: Omit<ComparisonRow, "isShared">[] = [
    {
      name: "Status",
      facts: pets.map(({ status }) => (isAnyPending ? STATUS_LABELS[status ?? DEFAULT_STATUS] : null)),
    },
    { name: "Kind", facts: pets.map(({ categoryId }) => categoryName(categoryId)) },
    ...[...LISTED, ...COMPANIONS].map((key) => ({
      name: FACTS[key].label,
      facts: pets.map(({ categoryId, profile }) => (profile ? shownFact({ categoryId, profile }, key) : null)),
    })),
    { name: "Waiting", facts: pets.map(waitFact) },
    { name: FACTS.adoptionFee.label, facts: pets.map((pet) => feeOfPet(pet, fees)) },
  ];
  return rows
    .filter(({ facts }) => facts.some((fact) => fact !== null))
    .map((row) => ({ ...row, isShared: new Set(row.facts).size === 1 }));
}

function feeOfPet({ categoryId, profile }: ComparedPet, { ofKinds, currency }: Fees): string | null {
  const fee = profile?.adoptionFee ?? null;
  return fee === null ? ofKinds[String(categoryId)] || null : amountWords(fee, currency);
}

const waitFact = ({ arrivedAt }: ComparedPet) =>
  arrivedAt === undefined ? null : (waitWords(new Date(arrivedAt)) ?? "New here");
