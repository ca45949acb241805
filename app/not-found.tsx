import Link from "next/link";

export default function NotFound() {
  return (
    <section className="notice">
      <h1>There is nothing here</h1>
      <p>The address may be mistyped, or the page is gone.</p>
      <Link className="button" href="/">
        See the animals
      </Link>
    </section>
  );
}
