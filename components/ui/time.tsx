/** A moment, in the reader's own time zone. Only for what the browser itself has loaded: the server knows another zone. */
export function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso}>{new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}</time>
  );
}
