import type { ReactNode } from "react";
import type { Page } from "@/lib/reference/pages";
import { Button } from "../ui/button";
import { Input } from "../ui/field";
import { Link } from "../ui/link";
import { barLink, cx } from "../ui/style";

type Props = {
  pages: readonly Page[];
  /** Its name. */
  current?: string | undefined;
  q?: string;
  children: ReactNode;
  below?: ReactNode;
};

const columns = "lg:grid lg:grid-cols-[minmax(0,var(--container-prose))_minmax(0,1fr)] lg:gap-x-16";
const beside = "lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto";

/** A page of the API reference. The links in its contents keep the document, and with it the key of the console. */
export function ReferenceFrame({ pages, current, q, children, below }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 print:hidden">
        <a className={cx(barLink, "-ms-3")} href="/docs">
          API reference
        </a>
        <a className={cx(barLink, "lg:hidden")} href="#contents">
          Contents
        </a>
        <search className="min-w-0 flex-1 basis-64">
          <form action="/docs/search" className="flex gap-2">
            <Input type="search" name="q" aria-label="Search the reference" placeholder="Search" defaultValue={q} />
            <Button type="submit" look="quiet">
              Search
            </Button>
          </form>
        </search>
      </div>
      <div className={columns}>
        <div className="min-w-0">
          <article className="prose">{children}</article>
          {below}
        </div>
        <Contents pages={pages} current={current} />
      </div>
    </>
  );
}

/** Beside the page in a wide window, otherwise below it. The group of the page is open, or else the first. */
function Contents({ pages, current }: Pick<Props, "pages" | "current">) {
  const groups = Map.groupBy(pages, ({ group }) => group);
  return (
    <nav
      aria-label="API reference"
      id="contents"
      data-part="contents"
      className={cx(beside, "print:hidden max-lg:mt-10")}
    >
      {[...groups].map(([group, entries], index) => (
        <details key={group} open={current ? entries.some(({ name }) => name === current) : index === 0}>
          <summary>{group}</summary>
          <ul>
            {entries.map(({ name, title }) => (
              <li key={name}>
                <Link href={`/docs/${name}`} aria-current={name === current ? "page" : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}
