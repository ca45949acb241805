import { type Routes, router } from "@/lib/api/endpoint";
import { APPLICATIONS } from "./applications";
import { CATEGORIES } from "./categories";
import { IMPORTS } from "./imports";
import { KEYS } from "./keys";
import { ORDERS } from "./orders";
import { PEOPLE } from "./people";
import { PETS } from "./pets/operations";
import { SHELTER } from "./shelter";

/** Every operation of the API, in the order of `/docs`. */
export const ROUTES: Routes = {
  ...PETS,
  ...IMPORTS,
  ...CATEGORIES,
  ...ORDERS,
  ...APPLICATIONS,
  ...KEYS,
  ...PEOPLE,
  ...SHELTER,
};

/** Answers a request under `/v1`. Never throws. */
export const answerApi = router(ROUTES);
