/** What a path outside of `/v1` takes. */
export type Taken = { methods: readonly string[]; bodyBytes: number };

const KB = 1024;

/** Pages and files: nothing but reading. */
const READING: Taken = { methods: ["GET", "HEAD"], bodyBytes: 0 };

/** Every path outside of `/v1` that takes more than reading, by its prefix. A route that takes a body has to be here. */
const EXCEPTIONS: readonly (Taken & { prefix: string })[] = [
  { prefix: "/api/auth/", methods: ["POST"], bodyBytes: 16 * KB },
];

/** The same for what Next.js serves to its own tools in development. */
const DEVELOPMENT: readonly (Taken & { prefix: string })[] = [
  { prefix: "/__nextjs", methods: ["GET", "HEAD", "POST"], bodyBytes: 1024 * KB },
  { prefix: "/_next/", methods: ["GET", "HEAD", "POST"], bodyBytes: 1024 * KB },
];

/** Which methods a path outside of `/v1` takes, and how many bytes of a body. */
export function takenAt(path: string, development: boolean): Taken {
  const exceptions = development ? [...EXCEPTIONS, ...DEVELOPMENT] : EXCEPTIONS;
  return exceptions.find(({ prefix }) => path.startsWith(prefix)) ?? READING;
}
