import { DAY_NAMES, readHours } from "./hours";

/** A period of a day in minutes from midnight, and its text. */
type Period = { from: number; to: number; text: string };

const TIME = String.raw`(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\b\.?)?`;
const PERIODS = new RegExp(String.raw`${TIME}\s*(?:-|–|—|to|until)\s*${TIME}`, "gi");

/** Returns what looks wrong with opening hours, as sentences: times that end before they begin, or that overlap. */
export function hoursProblems(hours: string): string[] {
  const lines = readHours(hours).map(({ label, text, days }) => ({ label, days, periods: periodsOf(text) }));
  const backwards = lines.flatMap(({ label, periods }) =>
    periods
      .filter(({ from, to }) => to <= from)
      .map(({ text }) => `${label ? `${label}: ` : ""}“${text}” ends before it begins.`),
  );
  const overlaps = DAY_NAMES.flatMap((day, index) => {
    const periods = lines.filter(({ days }) => days.includes(index)).flatMap(({ periods }) => periods);
    const pair = overlapOf(periods.filter(({ from, to }) => from < to));
    return pair ? [`${day}: “${pair[0].text}” and “${pair[1].text}” overlap.`] : [];
  });
  return [...backwards, ...overlaps];
}

function overlapOf(periods: readonly Period[]): [Period, Period] | null {
  const sorted = periods.toSorted((one, other) => one.from - other.from);
  for (const [at, next] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before && next.from < before.to) return [before, next];
  }
  return null;
}

/** Returns the periods in a text. Those that could mean morning or afternoon, such as "9-5", are left out. */
function periodsOf(text: string): Period[] {
  return [...text.matchAll(PERIODS)].flatMap(([period, hour1, minute1, half1, hour2, minute2, half2]) => {
    const isOpenToBoth = !half1 && !half2 && !minute1 && !minute2 && Number(hour1) <= 12 && Number(hour2) <= 12;
    if (isOpenToBoth || Boolean(half1) !== Boolean(half2)) return [];
    return [{ from: minutesOf(hour1, minute1, half1), to: minutesOf(hour2, minute2, half2), text: period }];
  });
}

function minutesOf(hour: string | undefined, minute: string | undefined, half: string | undefined): number {
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  return hours * 60 + Number(minute ?? 0);
}
