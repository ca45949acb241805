"use client";

/** Every page loads this file, so it uses none of our components. */
export default function PageError({ retry }: { retry: () => void }) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-4 rounded-card border border-line bg-panel px-5 py-12 text-center shadow-card"
    >
      <title>Something went wrong</title>
      <h1>Something went wrong</h1>
      <p>It is our fault, not yours. Please try again in a moment.</p>
      <button
        type="button"
        className="min-h-target cursor-pointer rounded-control bg-accent px-5 font-semibold text-accent-ink hover:bg-accent-hover active:bg-accent-pressed"
        onClick={retry}
      >
        Try again
      </button>
    </div>
  );
}
