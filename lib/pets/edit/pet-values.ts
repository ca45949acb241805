import * as z from "zod/mini";
import { parseInt64 } from "../../values/int64";
import { typedText } from "../../values/text";
import { categoryName } from "../kinds/categories";
import { MAX_NAME_LENGTH, type NewPet, type PetDetail } from "../schema";
import { DEFAULT_STATUS, PET_STATUSES, STATUS_LABELS } from "../status";

/** The values of the form of an animal, with messages for people. `kind` is the id of a category. */
export const PetValues = z.object({
  name: typedText(MAX_NAME_LENGTH, { what: "The name", empty: "Enter a name" }),
  kind: z.string().check(
    z.refine((kind) => kind !== "", { error: "Choose a kind", abort: true }),
    z.refine((kind) => parseInt64(kind) !== null, "Choose a kind from the list, or type the number of a category"),
  ),
  status: z.enum(PET_STATUSES, { error: "Choose a status" }),
});
export type PetValues = z.infer<typeof PetValues>;

/** The values while somebody types, not checked yet. */
export const PetDraft = z.extend(PetValues, { name: z.string(), kind: z.string() });

/** The values of an empty form. */
export const EMPTY_PET: PetValues = { name: "", kind: "", status: DEFAULT_STATUS };

/** Returns the animal that the values describe, or null if they are not valid. */
export function readPetValues(values: PetValues): NewPet | null {
  const categoryId = parseInt64(values.kind);
  if (categoryId === null || !PetValues.safeParse(values).success) return null;
  return { name: values.name, categoryId, status: values.status };
}

/** Returns the values without white space around the name, unless somebody left the `stored` name as it is. */
export function withTrimmedName<Values extends PetValues>(values: Values, stored?: string): Values {
  return values.name === stored ? values : { ...values, name: values.name.trim() };
}

/** Returns an animal as values of the form. */
export function toPetValues({ name, categoryId, status = DEFAULT_STATUS }: PetDetail): PetValues {
  return { name, kind: categoryId.toString(), status };
}

/** The labels of the form. */
export const PET_LABELS: Readonly<Record<keyof PetValues, string>> = { name: "Name", kind: "Kind", status: "Status" };

/** Each value in words. */
export const PET_WORDS: { readonly [F in keyof PetValues]: (value: PetValues[F]) => string } = {
  name: (name) => name,
  kind: (kind) => {
    const id = parseInt64(kind);
    return id === null ? kind : categoryName(id);
  },
  status: (status) => STATUS_LABELS[status],
};
