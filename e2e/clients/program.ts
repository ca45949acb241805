/** What each program is given. */
export type Given = {
  /** `http://host/v1` */
  url: string;
  key: string;
  /** A key that may send one request in a minute. */
  hurriedKey: string;
  photo: Blob;
  wait(seconds: number): void;
};

/** What each program has done. */
export type Done = {
  /** Of all animals. */
  names: string[];
  /** Two answers to the same request. */
  added: [number, number];
  renamed: string;
  /** The status when the version that was read is no longer there. */
  stale: number;
  /** The status of the answer to an upload. */
  photo: number;
  orderStatus: string;
  /** After a 429 and its wait. */
  retried: number;
};

export type Program = (given: Given) => Promise<Done>;

/** Null on the last page. */
export function nextCursor(headers: Headers): string | null {
  const next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
  return next === undefined ? null : new URL(next).searchParams.get("cursor");
}

export function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("the answer has no body");
  return value;
}
