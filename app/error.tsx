"use client";

/** Shown when a page could not be rendered. */
export default function PageError({ retry }: { retry: () => void }) {
  return (
    <section className="notice" role="alert">
      <h1>Something went wrong</h1>
      <p>It is our fault, not yours. Please try again in a moment.</p>
      <button className="button" type="button" onClick={retry}>
        Try again
      </button>
    </section>
  );
}
