import "./globals.css";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import { AnimalsLink, FavouritesLink } from "@/components/pets/adopters/nav-links";
import { KnownKinds } from "@/components/pets/known-kinds";
import { ABOUT, ShelterLine } from "@/components/shelter/shelter-details";
import { Navigation, Toasts } from "@/components/ui/frame";
import { Link } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress-bar";
import { barLink, cx, skipLink } from "@/components/ui/style";
import { knownKinds } from "@/lib/pets/kinds";
import type { Shelter } from "@/lib/shelter/schema";
import { recallShelter } from "@/lib/shelter/store";
import { isolate } from "@/lib/values/words";
import { titleTemplate } from "../lib/shelter/store";

/** Fraunces with soft corners, for names and headings. In `public`, for the feed (public/feed.css). */
const latin = localFont({
  src: "../public/fonts/fraunces-latin.woff2",
  weight: "600",
  variable: "--font-latin",
  display: "swap",
  // tokens.css has a fallback for both files.
  adjustFontFallback: false,
});

/** Browsers load these letters of other European languages only when a page has one of them. */
const latinExt = localFont({
  src: "../public/fonts/fraunces-latin-ext.woff2",
  weight: "600",
  variable: "--font-latin-ext",
  display: "swap",
  adjustFontFallback: false,
  preload: false,
  declarations: [{ prop: "unicode-range", value: "U+0100-017F, U+0218-021B" }],
});

export const displayFace = `${latin.variable} ${latinExt.variable}`;

export async function generateMetadata(): Promise<Metadata> {
  const name = isolate((await recallShelter()).name);
  return {
    title: { default: name, template: await titleTemplate() },
    description: `Animals that are waiting for a home at ${name}.`,
    icons: { icon: "/favicon.svg" },
    alternates: { types: { "application/atom+xml": "/feed.atom" } },
  };
}

// Pages rendered at build time could not have the nonce or the hashes that their policy requires.
export const dynamic = "force-dynamic";

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fdf8f1" },
    { media: "(prefers-color-scheme: dark)", color: "#1b1713" },
  ],
};

/** Header, content and footer have the same edges. */
const edges = "mx-auto w-full max-w-[calc(var(--container-content)+2*var(--spacing-gutter))] px-gutter";

/** Staff need neither the shelter's address nor the visitors' links below their work. */
const notForStaff = "in-[body:has([data-staff])]:hidden";

const quiet = "text-soft! hover:text-ink!";

export default async function RootLayout({ children }: { children: ReactNode }) {
  const shelter = await recallShelter();
  return (
    <html lang="en" className={cx(displayFace, "max-sm:scroll-pb-24")}>
      <body className="min-[90rem]:has-data-[part=staff-header]:[--container-content:80rem]">
        <KnownKinds kinds={knownKinds()} />
        {/* Staff pages have their own, behind their header. */}
        <a className={cx(skipLink, "in-[body:has([data-part=staff-header])]:hidden")} href="#main">
          Skip to the content
        </a>
        <Navigation />
        <ProgressBar />
        <SiteHeader shelter={shelter} />
        <main
          id="main"
          tabIndex={-1}
          className={cx(edges, "grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-5 pt-4 pb-12 sm:pt-7")}
        >
          {children}
        </main>
        <SiteFooter shelter={shelter} />
        <Toasts />
      </body>
    </html>
  );
}

/** Staff pages have their own row. */
function SiteHeader({ shelter }: { shelter: Shelter }) {
  return (
    <header className="border-b border-line bg-panel in-[body:has([data-part=staff-header])]:hidden print:hidden">
      <div className={cx(edges, "flex flex-wrap items-center justify-between gap-x-4 py-1.5")}>
        {/* Takes the space that the navigation leaves. With very large letters, the navigation goes below. */}
        <div className="flex min-w-0 flex-[1_1_7rem]">
          <Link className={cx(barLink, "group -ms-3 min-w-0 font-display text-lg font-semibold")} href="/">
            <Paw />
            <bdi className="line-clamp-2 max-sm:text-base">{shelter.name}</bdi>
          </Link>
        </div>
        {/* Reserves the space of the favourites, so that the other link does not move when they arrive. */}
        <nav aria-label="Main" className="relative flex min-h-11 shrink-0 pe-13 sm:-me-3 sm:pe-41">
          {/* In a very narrow window, only the name of the shelter links there. */}
          <AnimalsLink className="max-[22rem]:hidden" />
          {shelter.about !== null && <AboutLink className="max-sm:hidden" />}
          <FavouritesLink />
        </nav>
      </div>
    </header>
  );
}

/** Not a link of Next.js, which would scroll to the top of the page. */
function AboutLink({ className }: { className?: string }) {
  return (
    <a className={cx(barLink, className)} href={`/#${ABOUT}`}>
      About us
    </a>
  );
}

function Paw() {
  return (
    <svg
      className="shrink-0 transition-transform motion-safe:group-hover:-rotate-12"
      aria-hidden="true"
      viewBox="0 0 32 32"
      width="28"
      height="28"
    >
      <path
        fill="currentColor"
        d="M16 15c-4.2 0-8.5 4.2-8.5 8.1 0 2.4 1.8 3.9 4 3.9 1.8 0 2.9-.8 4.5-.8s2.7.8 4.5.8c2.2 0 4-1.5 4-3.9C24.5 19.2 20.2 15 16 15ZM7 11.5c-1.7 0-2.9 1.5-2.9 3.4S5.3 18.3 7 18.3s2.9-1.5 2.9-3.4S8.7 11.5 7 11.5Zm18 0c-1.7 0-2.9 1.5-2.9 3.4s1.2 3.4 2.9 3.4 2.9-1.5 2.9-3.4-1.2-3.4-2.9-3.4ZM12.3 5c-1.8 0-3.1 1.7-3.1 3.9s1.3 3.9 3.1 3.9 3.1-1.7 3.1-3.9S14.1 5 12.3 5Zm7.4 0c-1.8 0-3.1 1.7-3.1 3.9s1.3 3.9 3.1 3.9 3.1-1.7 3.1-3.9S21.5 5 19.7 5Z"
      />
    </svg>
  );
}

function SiteFooter({ shelter }: { shelter: Shelter }) {
  return (
    <footer className="border-t border-line text-soft in-[body:has([data-part=staff-header])]:hidden print:hidden">
      <div className={cx(edges, "flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4")}>
        <ShelterLine shelter={shelter} className={notForStaff} />
        <nav aria-label="More" className={cx("-mx-3 flex flex-wrap", notForStaff)}>
          {shelter.about !== null && <AboutLink />}
          <a className={barLink} href="/feed.atom">
            <span>
              Feed<span className="max-sm:sr-only"> of new arrivals</span>
            </span>
          </a>
          <Link className={barLink} href="/privacy">
            Privacy
          </Link>
          <Link className={cx(barLink, quiet)} href="/docs">
            API
          </Link>
          <Link className={cx(barLink, quiet)} href="/staff">
            Staff
          </Link>
        </nav>
      </div>
    </footer>
  );
}
