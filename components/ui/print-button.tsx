"use client";

/** Prints the page. */
export function PrintButton({ label }: { label: string }) {
  return (
    <button className="button quiet" type="button" onClick={() => window.print()}>
      {label}
    </button>
  );
}
