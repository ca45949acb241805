import { QueryClientProvider } from "@tanstack/react-query";
import axe from "axe-core";
import { AppRouterContext, type AppRouterInstance } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, useMemo, useState, useSyncExternalStore } from "react";
import { expect, vi } from "vitest";
import { cdp } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SignedIn } from "@/components/people/signed-in";
import { Toasts } from "@/components/ui/frame";
import { makeQueryClient } from "@/lib/http/query-client";
import { network } from "./network";

type Place = {
  /** The path of the page, with its query. */
  path?: string;
  /** The id of the person who is signed in. */
  person?: string | undefined;
};

/** Renders a part of a page with what the layouts give it: router, React Query, the signed-in person, toasts. */
export async function show(part: ReactNode, { path = "/staff", person = "" }: Place = {}) {
  history.pushState(null, "", path);
  return render(
    <Router>
      <Queries>
        <SignedIn person={person} site="Pawhaven" isMailOn={false}>
          <main>{part}</main>
        </SignedIn>
      </Queries>
      <Toasts />
    </Router>,
  );
}

/** The app's own cache, which tries again at once. */
function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => {
    const made = makeQueryClient();
    const { queries, ...others } = made.getDefaultOptions();
    made.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });
    return made;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** What the pages have asked of Next.js's router. A new page stays empty; the address is real. */
export const router = {
  push: vi.fn((href: string) => history.pushState(null, "", href)),
  replace: vi.fn((href: string) => history.replaceState(null, "", href)),
  refresh: vi.fn(),
  back: () => history.back(),
  forward: () => history.forward(),
  prefetch: () => undefined,
  bfcacheId: "",
} satisfies AppRouterInstance;

const moves = new EventTarget();
// Next.js, too, notices when a page changes its address itself.
for (const name of ["pushState", "replaceState"] as const) {
  const original = history[name].bind(history);
  history[name] = (...args) => {
    original(...args);
    moves.dispatchEvent(new Event("move"));
  };
}
addEventListener("popstate", () => moves.dispatchEvent(new Event("move")));

function subscribe(listener: () => void): () => void {
  moves.addEventListener("move", listener);
  return () => moves.removeEventListener("move", listener);
}

/** The contexts of Next.js's App Router, for the address of this document. */
function Router({ children }: { children: ReactNode }) {
  const href = useSyncExternalStore(subscribe, () => location.href);
  const { pathname, searchParams } = useMemo(() => new URL(href), [href]);
  return (
    <AppRouterContext value={router}>
      <PathnameContext value={pathname}>
        <SearchParamsContext value={searchParams}>{children}</SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  );
}

const inScheme = (value: "light" | "dark") =>
  cdp().send("Emulation.setEmulatedMedia", {
    features: [
      { name: "prefers-color-scheme", value },
      { name: "prefers-reduced-motion", value: "reduce" },
    ],
  });

/** Checks what is shown against WCAG 2.2 AA and axe's best practices. In the dark theme, checks only the contrast. */
export async function expectAccessible(): Promise<void> {
  // What waits for an answer is paler.
  await network.settle();
  for (const scheme of ["dark", "light"] as const) {
    await inScheme(scheme);
    const { violations, passes } = await axe.run(
      // Base UI's guards only pass the focus on.
      { include: ["body"], exclude: ["[data-base-ui-focus-guard]"] },
      { resultTypes: ["violations"], ...(scheme === "dark" && { runOnly: ["color-contrast"] }) },
    );
    expect(passes.length, "rules that were checked").toBeGreaterThan(0);
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))).toEqual([]);
  }
}
