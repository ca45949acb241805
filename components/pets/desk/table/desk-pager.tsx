import type { DeskParams } from "@/lib/pets/desk/params";
import type { PetsPage } from "@/lib/pets/list/schema";
import { focusListHeading } from "../../../ui/lists/list-heading";
import { isPlainClick } from "../../../ui/navigation/link";
import { buttonClass } from "../../../ui/style/button-class";

type Props = {
  params: DeskParams;
  page: PetsPage;
  listHref(params: DeskParams): string;
  setCursor(cursor: string): void;
};

/** Links to the neighbouring pages. A missing neighbour gets no link. */
export function DeskPager({ params, page: { next, prev }, listHref, setCursor }: Props) {
  const isNewest = params.sort === "newest";
  const link = (cursor: string, text: string, rel?: "prev" | "next") => (
    <a
      className={buttonClass("quiet", rel === "next" ? "ms-auto" : undefined)}
      rel={rel}
      href={listHref({ ...params, cursor })}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        setCursor(cursor);
        focusListHeading();
      }}
    >
      {text}
    </a>
  );
  if (next === null && prev === null && params.cursor === "") return null;
  return (
    <nav className="mt-4 flex flex-wrap gap-3" aria-label="Pages">
      {prev !== null && link(prev, isNewest ? "← Newer animals" : "← Older animals", "prev")}
      {params.cursor !== "" && link("", "First page")}
      {next !== null && link(next, isNewest ? "Older animals →" : "Newer animals →", "next")}
    </nav>
  );
}
