/** What a path outside `/v1` accepts. */
export type Accepted = { methods: readonly string[]; bodyBytes: number };

const KB = 1024;

/** Pages and files can only be read. */
const READ_ONLY: Accepted = { methods: ["GET", "HEAD"], bodyBytes: 0 };

/** A page with a form that works without JavaScript. The form itself limits the body. */
export const READS_AND_FORMS: Accepted = { methods: ["GET", "HEAD", "POST"], bodyBytes: 0 };

/** Prefixes of paths outside `/v1` that accept more. A route that takes a body has to be listed here. */
const EXCEPTIONS: readonly (Accepted & { prefix: string })[] = [
  { prefix: "/api/auth/", methods: ["POST"], bodyBytes: 16 * KB },
];

/** Prefixes of paths of Next.js's development tools that accept more. */
const DEVELOPMENT: readonly (Accepted & { prefix: string })[] = [
  { prefix: "/__nextjs", methods: ["GET", "HEAD", "POST"], bodyBytes: 1024 * KB },
  { prefix: "/_next/", methods: ["GET", "HEAD", "POST"], bodyBytes: 1024 * KB },
];

/** Returns which methods a path outside `/v1` accepts, and how many bytes of a body. */
export function acceptedAt(path: string, isDevelopment: boolean): Accepted {
  const exceptions = isDevelopment ? [...EXCEPTIONS, ...DEVELOPMENT] : EXCEPTIONS;
  return exceptions.find(({ prefix }) => path.startsWith(prefix)) ?? READ_ONLY;
}
