import type { ComponentPropsWithRef, MouseEvent } from "react";
import { focusListHeading } from "./browser";
import { buttonClass } from "./button";
import { isPlainClick } from "./link";
import { cx, pill, tiles } from "./style";

const tile = cx(
  pill,
  "gap-2 whitespace-nowrap max-sm:flex max-sm:size-full max-sm:flex-col max-sm:justify-center max-sm:gap-0 max-sm:rounded-control",
  "max-sm:px-0.5 max-sm:py-0 max-sm:text-sm max-sm:leading-5 max-sm:focus-visible:rounded-control",
);

/** The page stays, and its data follows the URL. */
export function goTo(href: string, history: "pushState" | "replaceState" = "pushState"): void {
  const { pathname, search } = window.location;
  // The list is already shown, so it must not add an entry to the history.
  if (pathname + search !== href) window.history[history](null, "", href);
}

/** A link that changes only the query of the URL. */
export function ListLink({ href, ...attributes }: ComponentPropsWithRef<"a"> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    goTo(href);
    focusListHeading();
  };
  return <a href={href} onClick={follow} {...attributes} />;
}

type FilterChoice = {
  href: string;
  label: string;
  count?: string | undefined;
  isCurrent: boolean;
  isWarning?: boolean;
};

type FilterProps = { label: string; choices: readonly FilterChoice[]; className?: string };

/** The filters of a list as links. `count` says how many entries each has. */
export function FilterLinks({ label, choices, className }: FilterProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className={tiles}>
        {choices.map(({ href, label: name, count, isCurrent, isWarning }) => (
          <li key={name}>
            <ListLink
              href={href}
              className={cx(tile, isWarning && !isCurrent && "border-amber! bg-amber-back! font-semibold text-amber!")}
              aria-current={isCurrent || undefined}
            >
              {name}
              {count !== undefined && <span className="text-sm tabular-nums opacity-85">{count}</span>}
            </ListLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type PageLinksProps = {
  first: string;
  prev: string | null;
  next: string | null;
  isFirst: boolean;
  /** The order of the list. */
  sort?: string | undefined;
};

/** What comes before a page and after it. */
const SIDES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  newest: ["Newer", "Older"],
  oldest: ["Older", "Newer"],
};

export function PageLinks({ first, prev, next, isFirst, sort = "newest" }: PageLinksProps) {
  if (prev === null && next === null && isFirst) return null;
  const [before, after] = SIDES[sort] ?? ["Back", "Next"];
  return (
    <nav className="mt-6 flex flex-wrap gap-3" aria-label="Pages">
      {prev !== null && (
        <ListLink className={buttonClass("quiet")} rel="prev" href={prev}>
          ← {before}
        </ListLink>
      )}
      {!isFirst && (
        <ListLink className={buttonClass("quiet")} href={first}>
          First page
        </ListLink>
      )}
      {next !== null && (
        <ListLink className={buttonClass("quiet", "ms-auto")} rel="next" href={next}>
          {after} →
        </ListLink>
      )}
    </nav>
  );
}
