import { STATUS_LABELS } from "../categories";
import type { PetsParams } from "./page";
import { HOME_STATUS } from "./params";

/** The title of the first page of the list. Other pages append `TITLE_SUFFIX` to their own. */
export const SITE_TITLE = "Pawhaven – animals waiting for a home";
export const TITLE_SUFFIX = " – Pawhaven";

/** The title of a page of the list for adopters: each filter and each further page has its own. */
export function petsTitle({ status, cursor }: PetsParams): string {
  if (status === HOME_STATUS && cursor === undefined) return SITE_TITLE;
  return `${petsHeading(status)}${cursor === undefined ? "" : ", earlier arrivals"}${TITLE_SUFFIX}`;
}

/** The heading of a list of animals. */
export const petsHeading = (status: PetsParams["status"]) =>
  `${status === undefined ? "All" : STATUS_LABELS[status].label} animals`;
