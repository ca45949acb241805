import type { Metadata, Viewport } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { OfflineBanner } from "@/components/ui/offline-banner";
import { THEME_SCRIPT } from "@/components/ui/theme";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import "./globals.css";
import { Providers } from "./providers";

export const metadata: Metadata = {
  title: { default: "Pawhaven – animals waiting for a home", template: "%s – Pawhaven" },
  description: "Animals of our shelter that are waiting for a home.",
  icons: { icon: "/favicon.svg" },
  alternates: { types: { "application/atom+xml": "/feed.atom" } },
};

// A page that is rendered at build time cannot have the nonce or the hashes that its policy requires.
export const dynamic = "force-dynamic";

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fdf9f3" },
    { media: "(prefers-color-scheme: dark)", color: "#1d1915" },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // suppressHydrationWarning: the script below sets the theme before React takes over.
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our own constant. */}
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to the content
        </a>
        <OfflineBanner />
        <header className="site-header">
          <Link className="brand" href="/" prefetch={false}>
            <svg aria-hidden="true" viewBox="0 0 32 32" width="28" height="28">
              <path
                fill="currentColor"
                d="M16 15c-4.200 0-8.500 4.200-8.500 8.100 0 2.400 1.800 3.900 4 3.900 1.800 0 2.900-.8 4.500-.8s2.700.8 4.500.8c2.200 0 4-1.500 4-3.900C24.500 19.200 20.200 15 16 15ZM7 11.500c-1.700 0-2.900 1.500-2.900 3.400S5.300 18.300 7 18.300s2.900-1.500 2.900-3.400S8.700 11.500 7 11.500Zm18 0c-1.700 0-2.900 1.500-2.900 3.400s1.200 3.400 2.900 3.400 2.900-1.500 2.900-3.400-1.200-3.400-2.900-3.400ZM12.300 5c-1.800 0-3.100 1.700-3.100 3.900s1.300 3.900 3.100 3.900 3.100-1.700 3.100-3.900S14.100 5 12.300 5Zm7.400 0c-1.800 0-3.100 1.700-3.100 3.900s1.300 3.900 3.100 3.900 3.100-1.700 3.100-3.900S21.500 5 19.700 5Z"
              />
            </svg>
            Pawhaven
          </Link>
          <nav aria-label="Main">
            <Link href="/" prefetch={false}>
              Animals
            </Link>
            <Link href="/staff" prefetch={false}>
              Staff
            </Link>
            <Link href="/docs" prefetch={false}>
              API
            </Link>
          </nav>
        </header>
        <Providers>
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </Providers>
        <footer className="site-footer">
          <p>
            Pawhaven, an animal shelter. New arrivals as a <a href="/feed.atom">feed</a>.
          </p>
          <ThemeSwitch />
        </footer>
      </body>
    </html>
  );
}
