"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore, useTransition } from "react";
import { useOnline } from "./browser";
import { isPlainClick } from "./link";
import { useProgress } from "./progress-bar";
import { areToastsWanted, onToast, sayOffline } from "./toast";

/** Opens the links of the site, and says when the browser is offline. */
export function Navigation() {
  const isOnline = useOnline();
  useLinks();
  return (
    <div role="status" className="sticky top-0 z-20">
      {!isOnline && (
        <p
          data-part="offline"
          className="bg-amber-back px-gutter py-1.5 text-center text-sm font-semibold text-amber print:hidden"
        >
          You are offline. <span className="max-sm:hidden">What you see may be out of date.</span>
        </p>
      )}
    </div>
  );
}

/** Opens what `Link` leads to without loading a new document. One listener serves all links. */
function useLinks(): void {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  useProgress(isPending);
  // Scrolls to the top of the next page, which Next.js alone would leave scrolled by part of the header.
  useLayoutEffect(() => {
    if (isPending) return () => window.scrollTo({ top: 0, behavior: "instant" });
  }, [isPending]);
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-link]") : null;
    if (!link || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    // Offline, Next.js would load a new document, and so the browser's own error page.
    if (navigator.onLine) startTransition(() => router.push(link.getAttribute("href") ?? "/"));
    else if (window.location.pathname.startsWith("/staff")) sayOffline();
  });
  useEffect(() => {
    // React's listeners were added to the document before this one, so they can keep a link from opening.
    const listen = (event: MouseEvent) => follow(event);
    document.addEventListener("click", listen);
    return () => document.removeEventListener("click", listen);
  }, []);
}

const ToastRegion = lazy(() => import("./toast-region"));

export function Toasts() {
  const isWanted = useSyncExternalStore(onToast, areToastsWanted, () => false);
  return isWanted ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
