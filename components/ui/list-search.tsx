import { parseAsString, useQueryState } from "nuqs";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ComponentPropsWithRef, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { isMatch } from "@/lib/values/search";
import { Button } from "./button";
import { Input } from "./field";
import { Notice } from "./panel";

/** After the last letter. */
const PAUSE_MS = 300;

type Props = Omit<ComponentPropsWithRef<"input">, "value" | "onChange" | "type"> & {
  q: string;
  label: string;
  onSearch(q: string): void;
};

/** Starts after a pause in typing. "Back" and links may change `q`. Escape empties it, or leaves it if it is empty. */
export function SearchInput({ q, label, onSearch, onKeyDown, ...attributes }: Props) {
  const [text, setText] = useState(q);
  const [searched, setSearched] = useState(q);
  if (q !== searched) {
    setSearched(q);
    if (q !== text.trim()) setText(q);
  }
  const start = useEffectEvent(onSearch);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === searched) return;
    const timer = setTimeout(() => {
      setSearched(wanted);
      start(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, searched]);
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        if (text === "") event.currentTarget.blur();
        else setText("");
      }}
      {...attributes}
    />
  );
}

const MAX_UNSEARCHED = 10;

type ListSearchProps<T> = {
  entries: readonly T[];
  textsOf(entry: T): readonly string[];
  label: string;
  noun: string;
  /** Changes what was typed before it is searched and is in the URL. */
  clean?(typed: string): string;
  children(found: T[]): ReactNode;
};

/** A search in a list that the browser has. A short list has none. */
export function ListSearch<T>(props: ListSearchProps<T>) {
  return (
    <NuqsAdapter>
      <Search {...props} />
    </NuqsAdapter>
  );
}

function Search<T>({ entries, textsOf, label, noun, clean = String, children }: ListSearchProps<T>) {
  const [q, setQ] = useQueryState("q", parseAsString.withDefault(""));
  const onSearch = (typed: string) => void setQ(clean(typed));
  const found = entries.filter((entry) => isMatch(q, textsOf(entry)));
  const all = `${entries.length.toLocaleString("en")} ${noun}`;
  if (entries.length <= MAX_UNSEARCHED && q === "") return children(found);
  return (
    <>
      <search className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <SearchInput className="min-w-0 flex-1 basis-64" label={label} maxLength={100} q={q} onSearch={onSearch} />
        <p role="status" className="min-h-6 basis-64 text-soft max-sm:basis-full">
          {q !== "" && `${found.length.toLocaleString("en")} of ${all}`}
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
