import { STATUS_LABELS } from "../categories";
import type { PetsParams } from "./page";

/** The heading of a list of animals. */
export const petsHeading = (status: PetsParams["status"]) =>
  `${status === undefined ? "All" : STATUS_LABELS[status].label} animals`;
