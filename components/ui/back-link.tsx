import { Link } from "./link";
import { rowLink } from "./links";

/** The link back to the list, above the heading of a page. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <p className="-mb-4">
      <Link className={rowLink} href={href}>
        ← {children}
      </Link>
    </p>
  );
}
