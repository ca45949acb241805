import { useQuery } from "@tanstack/react-query";
import { isPastDay, pastWords, splitLocalFields } from "@/lib/orders/hand-over";
import { closedWords } from "@/lib/shelter/hours";
import { shelterQuery } from "@/lib/shelter/queries";

/**
 * Returns a function that says why a day, perhaps with a time, is unlikely for a hand-over: it has passed, or the
 * shelter is closed then. Its text is empty for a likely one, and while the opening hours are not known.
 */
export function useDoubts(): (text: string) => string {
  const hours = useQuery(shelterQuery()).data?.shelter.openingHours ?? null;
  return (text) => {
    if (isPastDay(text)) return pastWords(text);
    const { day, time } = splitLocalFields(text);
    return day === "" ? "" : closedWords(hours, day, time);
  };
}
