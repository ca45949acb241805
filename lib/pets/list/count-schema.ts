import * as z from "zod/mini";
import { Int64 } from "../../values/int64";
import { wholeNumber } from "../../values/whole-number";
import { PET_STATUSES } from "../status";

/** The number at which every count stops. */
export const MAX_COUNT = 1_000;

const count = () => wholeNumber(0, MAX_COUNT);
const CategoryCount = z.object({ categoryId: Int64, count: count(), more: z.boolean() });
const StatusCounts = z.object({ total: count(), more: z.boolean(), categories: z.array(CategoryCount) });

/** How many animals there are, by status and category. `more` says that counting stopped there. */
export const PetCounts = z.record(z.enum(PET_STATUSES), StatusCounts);
export type PetCounts = z.infer<typeof PetCounts>;
