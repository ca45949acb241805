const PATHS = { start: "m15 5-7 7 7 7", end: "m9 5 7 7-7 7" } as const;

/** An arrow that points the way a link to a neighbour leads. */
export function Arrow({ to }: { to: keyof typeof PATHS }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 shrink-0 fill-none stroke-current stroke-[2.5]">
      <path d={PATHS[to]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
