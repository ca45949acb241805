import { mapValues } from "../../values/objects";
import { parseInt64 } from "../../values/schemas";
import { CARE_LABELS, HIDDEN_LABELS, ORIGIN_LABELS } from "../care/words";
import { FACTS, isFactKey, typedWords } from "../facts";
import { categoryName } from "../kinds";
import { STATUS_LABELS } from "../status";
import type { EditValues } from "./pet-values";

export const EDIT_LABELS: Readonly<Record<keyof EditValues, string>> = {
  name: "Name",
  kind: "Kind",
  status: "Status",
  ...mapValues(FACTS, ({ label }) => label),
  ...CARE_LABELS,
};

/** Says when an animal was born, as precisely as it is known: "born about 2024", "born on 17 May 2024". */
export function birthWords(bornOn: string): string {
  const [year, month, day] = bornOn.split("-");
  if (month === undefined) return `born about ${year}`;
  const date = new Date(`${year}-${month}-${day ?? "01"}T00:00:00Z`);
  const words = date.toLocaleDateString("en-GB", {
    year: "numeric",
    month: "long",
    day: day === undefined ? undefined : "numeric",
    timeZone: "UTC",
  });
  return `born ${day === undefined ? "about" : "on"} ${words}`;
}

const CHOICES: Partial<Readonly<Record<keyof EditValues, Readonly<Record<string, string>>>>> = {
  status: STATUS_LABELS,
  origin: ORIGIN_LABELS,
  hidden: { "": "Everybody sees it", ...HIDDEN_LABELS },
};

export function valueWords(field: keyof EditValues, values: EditValues): string {
  const value = values[field];
  const id = field === "kind" ? parseInt64(value) : null;
  if (id !== null) return categoryName(id);
  return CHOICES[field]?.[value] ?? ((isFactKey(field) ? typedWords(field, value) : value) || "Not known");
}
