/** A request and its answer, as a file in e2e/exchanges keeps them for component tests. */
export type Exchange = {
  request: { method: string; target: string; ifMatch: string | null; body: unknown };
  status: number;
  headers: Record<string, string>;
  body: unknown;
};

/** When each kept answer was given. Its other times are relative to this one. */
export const RECORDED_AT = Date.UTC(2026, 0, 1);
