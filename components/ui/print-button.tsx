"use client";

import { Button } from "./button";

/** Prints the page. Hidden where scripts do not run. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button look="quiet" className="noscript:hidden" onClick={() => window.print()}>
      {label}
    </Button>
  );
}
