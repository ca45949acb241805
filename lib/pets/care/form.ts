import * as z from "zod/mini";
import { changedValues, mapValues } from "../../values/objects";
import { typedText } from "../../values/text";
import {
  Care,
  CareChange,
  HIDDEN_REASONS,
  MAX_LOCATION_LENGTH,
  MAX_MICROCHIP_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_REFERENCE_LENGTH,
  ORIGINS,
} from "./schema";

/** The values of the form, with messages for people. What is not known is an empty string. */
export const CareValues = z.object({
  hidden: z.enum(["", ...HIDDEN_REASONS]),
  reference: typedText(MAX_REFERENCE_LENGTH, { what: "The number" }),
  microchip: typedText(MAX_MICROCHIP_LENGTH, { what: "The microchip" }),
  intakeOn: z
    .string()
    .check(
      z.refine(
        (date) => date === "" || Care.shape.intakeOn.safeParse(date).success,
        "Choose a date from 1980 to today",
      ),
    ),
  origin: z.enum(["", ...ORIGINS]),
  location: typedText(MAX_LOCATION_LENGTH, { what: "The place" }),
  notes: typedText(MAX_NOTES_LENGTH, { what: "The notes", lines: true }),
});
export type CareValues = z.infer<typeof CareValues>;

export const toCareValues = (care: Care): CareValues => CareValues.parse(mapValues(care, (value) => value ?? ""));

/** Only what differs, or null. */
export function careChangeOf(values: CareValues, before: CareValues): CareChange | null {
  const changed = changedValues(readValues(values), readValues(before));
  return changed && CareChange.parse(changed);
}

const readValues = (values: CareValues) => mapValues(CareValues.parse(values), (value) => value.trim() || null);
