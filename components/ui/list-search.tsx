import { type ComponentPropsWithRef, useEffect, useEffectEvent, useState } from "react";
import { Input } from "./field";

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
  /** The last `q`, then what was searched for since: the URL follows later, and perhaps not each time. */
  const [searches, setSearches] = useState([q]);
  if (q !== searches[0]) {
    const at = searches.indexOf(q);
    setSearches(at === -1 ? [q] : searches.slice(at));
    if (at === -1 && q !== text.trim()) setText(q);
  }
  const start = useEffectEvent(onSearch);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === searches.at(-1)) return;
    const timer = setTimeout(() => {
      setSearches([...searches, wanted]);
      start(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, searches]);
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
