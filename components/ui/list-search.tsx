import type { ReactNode } from "react";
import { isMatch } from "@/lib/values/search";
import { Button } from "./button";
import { Notice } from "./panel";
import { SearchInput } from "./search-input";

/** Lists of up to this many entries have no search. */
const MAX_UNSEARCHED = 10;

type Props<T> = {
  entries: readonly T[];
  /** The strings of an entry that are searched. */
  textsOf(entry: T): readonly string[];
  label: string;
  /** What the entries are called, such as "keys". */
  noun: string;
  /** Whether there may be entries that are not loaded. */
  isCut: boolean;
  q: string;
  onSearch(q: string): void;
  children(found: T[]): ReactNode;
};

/** A search in a list that the browser has, above its results. A short list has none. */
export function ListSearch<T>({ entries, textsOf, label, noun, isCut, q, onSearch, children }: Props<T>) {
  const found = entries.filter((entry) => isMatch(q, textsOf(entry)));
  const all = `${entries.length.toLocaleString("en")} ${noun}`;
  if (entries.length <= MAX_UNSEARCHED && q === "") return children(found);
  return (
    <>
      <search className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <SearchInput className="min-w-0 flex-1 basis-64" label={label} maxLength={100} q={q} onSearch={onSearch} />
        <p role="status" className="min-h-6 basis-64 text-soft max-sm:basis-full">
          {q !== "" && `${found.length.toLocaleString("en")} of ${all}`}
          {q !== "" && isCut && ". Others are not searched."}
        </p>
      </search>
      {found.length > 0 ? (
        children(found)
      ) : (
        <Notice>
          <p>
            Nothing is found for <bdi>“{q}”</bdi>.
          </p>
          <Button onClick={() => onSearch("")}>Show all {noun}</Button>
        </Notice>
      )}
    </>
  );
}
