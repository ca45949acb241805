import type { Care, HiddenReason, Origin } from "./schema";

export const CARE_LABELS: Readonly<Record<keyof Care, string>> = {
  hidden: "Not public",
  reference: "Own number",
  microchip: "Microchip",
  intakeOn: "Date of intake",
  origin: "Origin",
  location: "Kennel or foster home",
  notes: "Notes",
};

export const ORIGIN_LABELS: Readonly<Record<Origin, string>> = {
  stray: "Stray",
  surrender: "Given up by its people",
  transfer: "From another shelter",
  born_here: "Born here",
  return: "Returned by adopters",
  other: "Another way",
};

export const HIDDEN_LABELS: Readonly<Record<HiddenReason, string>> = {
  in_care: "In care",
  stray_hold: "Stray hold",
  quarantine: "Quarantine",
  other: "Another reason",
};

/** Why visitors do not see an animal: "Not public: quarantine". */
export const hiddenWords = (hidden: HiddenReason) =>
  hidden === "other" ? CARE_LABELS.hidden : `${CARE_LABELS.hidden}: ${HIDDEN_LABELS[hidden].toLowerCase()}`;

export const visibilityWords = (hidden: HiddenReason | null) => (hidden ? hiddenWords(hidden) : "Public");
