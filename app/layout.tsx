import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { FavouritesLink } from "@/components/pets/favourites-link";
import { ShelterLine } from "@/components/shelter/shelter-line";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { barLink } from "@/components/ui/links";
import { OfflineBanner } from "@/components/ui/offline-banner";
import { ProgressBar } from "@/components/ui/progress";
import { THEME_SCRIPT } from "@/components/ui/theme";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { Toasts } from "@/components/ui/toasts";
import { isolate } from "@/lib/bidi";
import { recallShelter } from "@/lib/shelter/store";
import { displayFace } from "./fonts";
import "./globals.css";
import { titleTemplate } from "./title";

export async function generateMetadata(): Promise<Metadata> {
  const name = isolate((await recallShelter()).name);
  return {
    title: { default: name, template: await titleTemplate() },
    description: `Animals that are waiting for a home at ${name}.`,
    icons: { icon: "/favicon.svg" },
    alternates: { types: { "application/atom+xml": "/feed.atom" } },
  };
}

// A page that is rendered at build time cannot have the nonce or the hashes that its policy requires.
export const dynamic = "force-dynamic";

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fdf8f1" },
    { media: "(prefers-color-scheme: dark)", color: "#1b1713" },
  ],
};

/** Header, content and footer share their edges. */
const edges = "mx-auto w-full max-w-[calc(71rem+2*var(--spacing-gutter))] px-gutter";

export default async function RootLayout({ children }: { children: ReactNode }) {
  const shelter = await recallShelter();
  return (
    // suppressHydrationWarning: the script below sets the theme before React takes over.
    <html lang="en" className={displayFace} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our own constant. */}
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body>
        <a
          className="absolute -top-20 left-4 z-40 rounded-control bg-panel px-4 py-2.5 text-accent focus:top-2 focus:shadow-raised print:hidden"
          href="#main"
        >
          Skip to the content
        </a>
        <OfflineBanner />
        <ProgressBar />
        <header className="border-b border-line bg-panel print:hidden">
          <div className={cx(edges, "flex items-center justify-between gap-x-4 py-1.5")}>
            <Link className={cx(barLink, "group -ms-3 min-w-0 font-display text-lg font-semibold")} href="/">
              <svg
                className="shrink-0 transition-transform motion-safe:group-hover:-rotate-12"
                aria-hidden="true"
                viewBox="0 0 32 32"
                width="28"
                height="28"
              >
                <path
                  fill="currentColor"
                  d="M16 15c-4.200 0-8.500 4.200-8.500 8.100 0 2.400 1.800 3.900 4 3.900 1.800 0 2.900-.8 4.500-.8s2.700.8 4.500.8c2.200 0 4-1.500 4-3.900C24.500 19.200 20.200 15 16 15ZM7 11.500c-1.700 0-2.900 1.500-2.900 3.400S5.300 18.300 7 18.300s2.900-1.500 2.900-3.400S8.700 11.500 7 11.500Zm18 0c-1.700 0-2.900 1.500-2.900 3.400s1.200 3.400 2.900 3.400 2.900-1.500 2.900-3.400-1.200-3.400-2.900-3.400ZM12.300 5c-1.800 0-3.100 1.700-3.100 3.900s1.300 3.900 3.100 3.900 3.100-1.700 3.100-3.900S14.100 5 12.300 5Zm7.400 0c-1.800 0-3.100 1.700-3.100 3.900s1.300 3.900 3.100 3.900 3.100-1.700 3.100-3.900S21.500 5 19.700 5Z"
                />
              </svg>
              <bdi className="line-clamp-1">{shelter.name}</bdi>
            </Link>
            <nav aria-label="Main" className="-me-3 flex shrink-0">
              <Link className={barLink} href="/">
                Animals
              </Link>
              <FavouritesLink />
            </nav>
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className={cx(edges, "grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-5 pt-7 pb-12")}
        >
          {children}
        </main>
        <footer className="border-t border-line text-soft print:hidden">
          <div className={cx(edges, "flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4")}>
            <ShelterLine shelter={shelter} />
            <nav aria-label="More" className="-mx-3 flex flex-wrap">
              <a className={barLink} href="/feed.atom">
                Feed of new arrivals
              </a>
              <Link className={barLink} href="/privacy">
                Privacy
              </Link>
              <Link className={barLink} href="/docs">
                API
              </Link>
              <Link className={barLink} href="/staff">
                Staff
              </Link>
            </nav>
            <ThemeSwitch />
          </div>
        </footer>
        <Toasts />
      </body>
    </html>
  );
}
