import { knownKinds } from "@/lib/pets/kinds";
import { MAX_SEARCH_LENGTH } from "@/lib/values/search-length";
import { buttonClass } from "../../ui/button";
import { Input } from "../../ui/field";
import { Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import { cx } from "../../ui/style";
import { CategoryPicture } from "../pet-display";

const USUAL = ["dog", "cat", "rabbit", "bird"];

/** Where to go from a page that does not exist: a search, and kinds of animals. */
export function LookElsewhere() {
  const usual = knownKinds().filter(({ slug }) => USUAL.includes(slug));
  return (
    <>
      <search className="w-full max-w-narrow">
        <form action="/" className="flex gap-2">
          <Input
            type="search"
            name="q"
            aria-label="Search by name, breed or word"
            placeholder="Name, breed or word"
            required
            maxLength={MAX_SEARCH_LENGTH}
            className="min-w-0 flex-1 placeholder:text-soft"
          />
          <button type="submit" className={buttonClass("quiet", "max-[26rem]:px-3")}>
            <SearchLabel />
          </button>
        </form>
      </search>
      <ul className="grid w-full max-w-narrow grid-cols-4 gap-1">
        {usual.map(({ id, plural, slug }) => (
          <li key={slug}>
            <Link
              className={cx(
                "grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1 rounded-card py-2 text-sm font-medium sm:text-base text-accent no-underline transition",
                "hover:bg-hover active:bg-pressed focus-visible:rounded-card",
              )}
              href={`/?kind=${slug}`}
            >
              <CategoryPicture
                className="aspect-square w-full max-w-16 rounded-pill p-1.5"
                categoryId={id}
                petId={id}
              />
              <span className="first-letter:uppercase">{plural}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The label of a button that searches: in a very narrow window, a glass. */
export function SearchLabel() {
  return (
    <>
      <span className="max-[26rem]:sr-only">Search</span>
      <Icon
        path="M11 11l4 4M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10z"
        box={16}
        className="size-5 stroke-current stroke-2 min-[26rem]:hidden"
      />
    </>
  );
}
