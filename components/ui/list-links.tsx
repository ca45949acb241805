import type { ComponentPropsWithRef, MouseEvent } from "react";
import { buttonClass } from "./button-class";
import { cx } from "./cx";
import { Select } from "./field";
import { isPlainClick } from "./link";
import { focusListHeading } from "./list-heading";
import { pill } from "./pill";

/** Changes only the query of the URL. The page stays, and its data follows. */
function goTo(href: string): void {
  const { pathname, search } = window.location;
  // The list is already shown, so it must not become another entry in the history.
  if (pathname + search !== href) window.history.pushState(null, "", href);
}

/** A link that changes only the query of the URL. */
function ListLink({ href, ...attributes }: ComponentPropsWithRef<"a"> & { href: string }) {
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
  /** Whether something in that list needs attention. */
  isWarning?: boolean;
};

type FilterProps = { label: string; choices: readonly FilterChoice[]; className?: string };

/** The filters of a list as links. `count` says how many entries each has. */
export function FilterLinks({ label, choices, className }: FilterProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ href, label: name, count, isCurrent, isWarning }) => (
          <li key={name}>
            <ListLink
              href={href}
              className={cx(
                pill,
                "gap-2 whitespace-nowrap max-sm:px-3",
                isWarning && !isCurrent && "border-amber! bg-amber-back! font-semibold text-amber!",
              )}
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

/** Filters or sort orders of a list as a select, where links would take several lines. The focus stays on it. */
export function FilterSelect({ label, choices, className }: FilterProps) {
  return (
    <Select
      aria-label={label}
      className={className}
      value={choices.find(({ isCurrent }) => isCurrent)?.href ?? ""}
      onChange={({ target }) => goTo(target.value)}
    >
      {choices.map(({ href, label: name, count }) => (
        <option key={name} value={href}>
          {count === undefined ? name : `${name} (${count})`}
        </option>
      ))}
    </Select>
  );
}

type PageLinksProps = {
  first: string;
  prev: string | null;
  next: string | null;
  isFirst: boolean;
  isOldestFirst?: boolean;
};

/** Links to the newer and the older page of a list. Nothing if it has only one page. */
export function PageLinks({ first, prev, next, isFirst, isOldestFirst = false }: PageLinksProps) {
  if (prev === null && next === null && isFirst) return null;
  return (
    <nav className="mt-6 flex flex-wrap gap-3" aria-label="Pages">
      {prev !== null && (
        <ListLink className={buttonClass("quiet")} rel="prev" href={prev}>
          {isOldestFirst ? "← Older" : "← Newer"}
        </ListLink>
      )}
      {!isFirst && (
        <ListLink className={buttonClass("quiet")} href={first}>
          First page
        </ListLink>
      )}
      {next !== null && (
        <ListLink className={buttonClass("quiet", "ms-auto")} rel="next" href={next}>
          {isOldestFirst ? "Newer →" : "Older →"}
        </ListLink>
      )}
    </nav>
  );
}
