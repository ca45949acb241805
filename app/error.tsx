"use client";

/** What a person sees when a page could not be made. */
export default function PageError({ reset }: { reset: () => void }) {
  return (
    <section className="notice" role="alert">
      <h1>Something went wrong</h1>
      <p>It is our fault, not yours. Please try again in a moment.</p>
      <button className="button" type="button" onClick={reset}>
        Try again
      </button>
    </section>
  );
}
