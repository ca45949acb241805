import { type FocusEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement;

/** The names of the fields that were edited and then left, and of the one that is being edited. */
export type Typing = { left: ReadonlySet<string>; editing: string | null };

/**
 * Tracks where somebody types. `attributes` are for the form. When a press of the mouse leaves a field, the field
 * counts as left once the button is released: an error that appears earlier would move what is being clicked.
 */
export function useTyping() {
  const [typing, setTyping] = useState<Typing>({ left: new Set(), editing: null });
  const typed = useRef(new Set<string>());
  /** The field that is being left. */
  const leaving = useRef<string | null>(null);
  const isPressed = useRef(false);
  const finish = () => {
    const name = leaving.current;
    leaving.current = null;
    if (name !== null) setTyping(({ left }) => ({ left: new Set([...left, name]), editing: null }));
  };

  const finishLater = useEffectEvent(() => setTimeout(finish));
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // After the click, which follows immediately.
      finishLater();
    };
    const releases = ["pointerup", "pointercancel"] as const;
    window.addEventListener("pointerdown", press, true);
    for (const name of releases) window.addEventListener(name, release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      for (const name of releases) window.removeEventListener(name, release, true);
    };
  }, []);

  const attributes = {
    onInput: ({ target }: FormEvent<HTMLFormElement>) => {
      const { name } = target as Control;
      typed.current.add(name);
      setTyping((now) => (now.editing === name ? now : { ...now, editing: name }));
    },
    onBlur: ({ target }: FocusEvent<HTMLFormElement, Element>) => {
      const { name } = target as Element as Control;
      if (!typed.current.has(name)) return;
      leaving.current = name;
      if (!isPressed.current) finish();
    },
  };
  return { typing, attributes };
}
