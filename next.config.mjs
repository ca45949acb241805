/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The server in front of Next.js compresses.
  compress: false,
  // A path with a slash at its end is not the path without it: not found, like any other that is none of ours.
  skipTrailingSlashRedirect: true,
  // Whatever lies in the folders above is none of ours.
  turbopack: { root: import.meta.dirname },
  // Pictures are small and have their sizes already; the optimizer would let anybody spend our processor.
  images: { unoptimized: true },
  // Types are checked by `npm run validate`; checking them again here would double the time of a first start.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "@prisma/client", "@prisma/adapter-pg", "better-auth"],
};

export default config;
