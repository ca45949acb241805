/** A time in the zone of the reader. Only for data that the browser loads: the server does not know the zone. */
export function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso}>{new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}</time>
  );
}
