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
