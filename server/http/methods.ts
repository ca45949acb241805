/** What a path outside of `/v1` accepts. */
export type Accepted = { methods: readonly string[]; bodyBytes: number };

const KB = 1024;

/** Pages and files can only be read. */
const READ_ONLY: Accepted = { methods: ["GET", "HEAD"], bodyBytes: 0 };

/** Pages with a form that works without JavaScript. The form says how long it may be. */
export const READS_AND_FORMS: Accepted = { methods: ["GET", "HEAD", "POST"], bodyBytes: 0 };

/** The paths outside of `/v1` that accept more, by prefix. A route that takes a body has to be listed here. */
const EXCEPTIONS: readonly (Accepted & { prefix: string })[] = [
  { prefix: "/api/auth/", methods: ["POST"], bodyBytes: 16 * KB },
];

/** Paths of the development tools of Next.js that accept more, by prefix. */
const DEVELOPMENT: readonly (Accepted & { prefix: string })[] = [
  { prefix: "/__nextjs", methods: ["GET", "HEAD", "POST"], bodyBytes: 1024 * KB },
  { prefix: "/_next/", methods: ["GET", "HEAD", "POST"], bodyBytes: 1024 * KB },
];

/** Which methods a path outside of `/v1` accepts, and how many bytes of a body. */
export function acceptedAt(path: string, development: boolean): Accepted {
  const exceptions = development ? [...EXCEPTIONS, ...DEVELOPMENT] : EXCEPTIONS;
  return exceptions.find(({ prefix }) => path.startsWith(prefix)) ?? READ_ONLY;
}
