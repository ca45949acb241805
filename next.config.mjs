/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The server in front of Next.js compresses.
  compress: false,
  // A path with a trailing slash is not found, like any unknown path.
  skipTrailingSlashRedirect: true,
  rewrites: async () => [{ source: "/docs/:name.md", destination: "/docs/:name/markdown" }],
  // Next.js would look for a lock file in the folders above.
  turbopack: { root: import.meta.dirname },
  experimental: {
    // Without this, browsers load parts of Next.js that no page uses.
    turbopackCjsTreeShaking: true,
    // Services with different settings may run from one checkout, so no answer is kept in it.
    isrFlushToDisk: false,
  },
  // Pictures are small and have their final sizes; the optimizer would let any visitor use our processor.
  images: { unoptimized: true },
  // `npm run validate` checks types; checking them here too would double the time of a first start.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "@prisma/client", "@prisma/adapter-pg", "better-auth"],
};

export default config;
