/** A date as people read it: 5 December 2030, in UTC. */
export function dateWords(date: Date): string {
  return date.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
}

/** A duration in words, rounded up to a unit that suits its length. */
export function timeWords(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7_200
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
