import Link from "next/link";

/** Shown for an unknown address. */
export default function NotFound() {
  return (
    <section className="notice">
      <h1>Page not found</h1>
      <p>The address may be wrong, or the page no longer exists.</p>
      <Link className="button" href="/">
        See the animals
      </Link>
    </section>
  );
}
