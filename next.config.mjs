import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";

/**
 * @param {string} phase
 * @returns {import("next").NextConfig}
 */
const config = (phase) => ({
  poweredByHeader: false,
  reactStrictMode: true,
  // Files like `page.dev.tsx` exist in development only: the style guide.
  pageExtensions: phase === PHASE_DEVELOPMENT_SERVER ? ["tsx", "ts", "dev.tsx"] : ["tsx", "ts"],
  // The server in front of Next.js compresses.
  compress: false,
  // A path with a trailing slash is not found, like any unknown path.
  skipTrailingSlashRedirect: true,
  // Next.js would look for a lock file in the folders above.
  turbopack: { root: import.meta.dirname },
  // Without this, browsers load parts of Next.js that no page uses.
  experimental: { turbopackCjsTreeShaking: true },
  // Pictures are small and have their final sizes; the optimizer would let any visitor use our processor.
  images: { unoptimized: true },
  // `npm run validate` checks types; checking them here too would double the time of a first start.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "@prisma/client", "@prisma/adapter-pg", "better-auth"],
});

export default config;
