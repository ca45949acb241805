import type { ComponentPropsWithRef, MouseEvent } from "react";
import { focusListHeading } from "./browser";
import { buttonClass } from "./button";
import { Select } from "./field";
import { isPlainClick } from "./link";
import { cx, tile, tiles } from "./style";

/** The page stays, and its data follows the URL. */
function goTo(href: string): void {
  const { pathname, search } = window.location;
  // The list is already shown, so it must not add an entry to the history.
  if (pathname + search !== href) window.history.pushState(null, "", href);
}

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
  isWarning?: boolean;
  /** The width from which it is a link, and not in the select after the links. By default always. */
  linkFrom?: LinkFrom;
};

type LinkFrom = "sm" | "lg" | "never";
type FilterProps = { label: string; choices: readonly FilterChoice[]; className?: string };

const LINKS: Readonly<Record<LinkFrom, string>> = { sm: "max-sm:hidden", lg: "max-lg:hidden", never: "hidden" };
const SELECTS: readonly { className: string; has: readonly LinkFrom[] }[] = [
  { className: "sm:hidden", has: ["sm", "lg", "never"] },
  { className: "max-sm:hidden lg:hidden", has: ["lg", "never"] },
  { className: "max-lg:hidden", has: ["never"] },
];

/** The filters of a list as links. Those without room are in a select. `count` says how many entries each has. */
export function FilterLinks({ label, choices, className }: FilterProps) {
  const hasMore = choices.some(({ linkFrom }) => linkFrom !== undefined);
  return (
    <nav aria-label={label} className={className}>
      <ul
        className={
          hasMore ? cx("flex flex-wrap gap-2 max-sm:gap-1", !choices.some(isUrgent) && "max-sm:flex-nowrap") : tiles
        }
      >
        {choices.map(({ href, label: name, count, isCurrent, isWarning, linkFrom }) => (
          <li key={name} className={cx("max-sm:min-w-target max-sm:flex-auto", linkFrom && LINKS[linkFrom])}>
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
        {SELECTS.map(({ className: shown, has }) => {
          const rest = choices.filter(({ linkFrom }) => linkFrom !== undefined && has.includes(linkFrom));
          return rest.length > 0 && <MoreFilters key={shown} className={shown} choices={rest} />;
        })}
      </ul>
    </nav>
  );
}

/** Then the select of a phone has its own line. */
const isUrgent = ({ isWarning, linkFrom }: FilterChoice) => isWarning === true && linkFrom !== undefined;

function MoreFilters({ className, choices }: { className: string; choices: readonly FilterChoice[] }) {
  const current = choices.find(({ isCurrent }) => isCurrent);
  const warning = choices.find((choice) => choice.isWarning);
  return (
    <li className={cx("min-w-0 max-sm:min-w-24 max-sm:flex-auto", className)}>
      <select
        aria-label="More filters"
        className={cx(
          "min-h-target cursor-pointer rounded-pill border ps-3.5 pe-8 transition hover:border-accent active:bg-pressed",
          "focus-visible:rounded-pill max-sm:block max-sm:size-full max-sm:rounded-control max-sm:ps-1.5 max-sm:pe-6 max-sm:text-sm",
          current && "border-accent bg-accent-back text-accent ring-1 sm:font-semibold ring-accent ring-inset",
          !current &&
            (warning ? "border-amber bg-amber-back text-amber" : "border-control-line bg-panel hover:bg-hover"),
        )}
        value={current?.href ?? ""}
        onChange={({ target }) => goTo(target.value)}
      >
        <option value="" disabled hidden>
          {warning ? `More: ${warning.count ?? ""} ${warning.label.toLowerCase()}` : "More"}
        </option>
        {choices.map(({ href, label: name, count, isCurrent }) => (
          <option key={name} value={href}>
            {/* The heading of the list says how many the current filter has. */}
            {count === undefined || isCurrent ? name : `${name} (${count})`}
          </option>
        ))}
      </select>
    </li>
  );
}

/** The focus stays on it. */
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
