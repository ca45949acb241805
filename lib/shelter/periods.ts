/** A period of a day in minutes from midnight, and its text. */
export type OpenPeriod = { from: number; to: number; text: string };

const TIME = String.raw`(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\b\.?)?`;
/** A string that is one period. */
export const PERIOD = new RegExp(String.raw`^${TIME}\s*(?:-|–|—|to|until)\s*${TIME}$`, "i");
const PERIODS = new RegExp(String.raw`${TIME}\s*(?:-|–|—|to|until)\s*${TIME}`, "gi");

/** Before this hour, a time such as "5" is in the afternoon. */
const EARLIEST_HOUR = 7;
const HALF_DAY = 12 * 60;

/** Returns the parts of a string that may each be a period. */
export const partsOf = (text: string) => text.split(/,|&|\band\b/i).map((part) => part.trim());

/** Returns the periods in a string. */
export function periodsOf(text: string): OpenPeriod[] {
  return [...text.matchAll(PERIODS)].map(([period, hour1 = "", minute1, half1, hour2 = "", minute2, half2]) => {
    const [from, to] = [minutesOf(hour1, minute1, half1), minutesOf(hour2, minute2, half2)];
    if (half1 || half2) return { text: period, ...sameHalf({ from, to }, half1, half2) };
    const mayBeAfternoon = !minute1 && !minute2 && Number(hour1) <= 12 && Number(hour2) <= 12;
    return { text: period, ...(mayBeAfternoon ? plain({ from, to }) : { from, to }) };
  });
}

type Times = Omit<OpenPeriod, "text">;

/** Reads hours as people mean them without "am" and "pm": "9-5" ends in the afternoon, "1-5" is all in it. */
function plain({ from, to }: Times): Times {
  const start = from < EARLIEST_HOUR * 60 ? from + HALF_DAY : from;
  return { from: start, to: to <= start && to + HALF_DAY > start ? to + HALF_DAY : to };
}

/** Reads a period in which only one time has "am" or "pm": "1–5 pm" is all in the afternoon, "9–5 pm" is not. */
function sameHalf({ from, to }: Times, half1: string | undefined, half2: string | undefined): Times {
  const isAfternoon = (half: string | undefined) => half?.toLowerCase() === "p";
  if (!half1 && isAfternoon(half2) && from < HALF_DAY && from + HALF_DAY < to) return { from: from + HALF_DAY, to };
  if (!half2 && isAfternoon(half1) && to < HALF_DAY) return { from, to: to + HALF_DAY };
  return { from, to };
}

function minutesOf(hour: string, minute: string | undefined, half: string | undefined): number {
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  return hours * 60 + Number(minute ?? 0);
}
