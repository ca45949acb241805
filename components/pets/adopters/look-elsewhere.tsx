import { MAX_SEARCH_LENGTH } from "@/lib/values/search-length";
import { buttonClass } from "../../ui/button";
import { Input } from "../../ui/field";
import { Icon } from "../../ui/icons";

/** A search, on a page that does not exist. */
export function LookElsewhere() {
  return (
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
