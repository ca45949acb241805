"use client";

import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useMemo } from "react";
import { sayOffline } from "../ui/toast";

/** Offline, shortcuts show a message. By default, Next.js would load a new document: the browser's error page. */
export function OnlineRouter({ children }: { children: ReactNode }) {
  const router = useRouter();
  // Once offline, the code that shows the message could no longer be loaded.
  useEffect(() => {
    import("../ui/toast-region").catch(() => {});
  }, []);
  const online = useMemo(
    () => ({ ...router, push: whenOnline(router.push), replace: whenOnline(router.replace) }),
    [router],
  );
  return <AppRouterContext value={online}>{children}</AppRouterContext>;
}

function whenOnline<Values extends unknown[]>(navigate: (...values: Values) => void): (...values: Values) => void {
  return (...values) => {
    if (navigator.onLine) navigate(...values);
    else sayOffline();
  };
}
