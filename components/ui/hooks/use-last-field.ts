import { useEffect, useRef } from "react";

/** Returns a function that moves the focus back to the field that had it last, for example after a question. */
export function useLastField(): () => void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches("input, select, textarea")) last.current = target;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  return () => last.current?.focus();
}
