import { type DeskParams, deskQuery } from "@/lib/pets/desk/params";

export const DESK_PATH = "/staff/animals";

/** Returns the URL of the staff's list with these filters, and with an open sheet, such as `{ edit: "5" }`. */
export const deskHref = (params: DeskParams, sheet: Partial<Record<string, string>> = {}): string =>
  `${DESK_PATH}${deskQuery({ ...params, ...sheet })}`;
