import { isolate } from "../../../values/bidi";
import { DEFAULT_STATUS, STATUS_LABELS } from "../../status";
import type { CardPet, FoundIn } from "../cards/card";
import { hasFacts, kindOf, type PetFilters } from "../cards/filters";
import { describeList } from "../cards/list-words";

// Kept out of the browser's first bundle: used only where lists are read.

/** Says that no name matches: "No available cat with these filters is called “Bud”." */
export function noneCalled(filters: PetFilters): string {
  const { q = "", status } = filters;
  const label = status ? `${STATUS_LABELS[status].toLowerCase()} ` : "";
  const narrowed = hasFacts(filters) ? " with these filters" : "";
  return `No ${label}${kindOf(filters)?.name.toLowerCase() ?? "animal"}${narrowed} is called “${isolate(q)}”.`;
}

/** Names where animals have the words of a search: in their breeds, in their stories, or both. */
export function placeOf(pets: readonly CardPet[]): FoundIn {
  const [place = "story", ...others] = new Set(pets.map(({ foundIn }) => foundIn ?? "story"));
  return others.length > 0 ? "breed or story" : place;
}

/** Names the animals with these filters, within a sentence: "adopted senior dogs, good with cats". */
export function petWords({ q: _q, ...filters }: PetFilters): string {
  const shown: PetFilters = { status: DEFAULT_STATUS, ...filters };
  if (shown.status === DEFAULT_STATUS && !hasFacts(shown)) return kindOf(shown)?.plural ?? "animals";
  const words = describeList(shown);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

const COLOURS =
  "black|white|brown|ginger|orange|red|golden|gold|yellow|cream|tan|beige|gr[ae]y|silver|blue|green|chocolate";
const ONLY_COLOURS = new RegExp(`^(?:(?:${COLOURS}|and|or)(?: |$))+$`, "i");

/** Whether a text has only words for colours. Stories often do not name them. */
export const isColour = (text: string): boolean => ONLY_COLOURS.test(text.trim());
