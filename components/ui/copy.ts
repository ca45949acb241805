import { useEffect, useState } from "react";
import { SECOND_MS } from "@/lib/values/time";

type CopyableField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Copies a text, and returns whether that worked. The Clipboard API exists only on HTTPS and on localhost, so elsewhere
 * this copies the selection of `field`, which has the text, or of a temporary one.
 */
export async function copyText(text: string, field: CopyableField | null = null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (field) return copySelection(field);
    const own = document.createElement("input");
    const active = document.activeElement;
    own.value = text;
    document.body.append(own);
    const isCopied = copySelection(own);
    own.remove();
    if (active instanceof HTMLElement) active.focus({ preventScroll: true });
    return isCopied;
  }
}

function copySelection(field: CopyableField): boolean {
  field.focus({ preventScroll: true });
  field.select();
  return document.execCommand("copy");
}

const SHOWN_MS = 4 * SECOND_MS;

/**
 * Copies a text. `copied` is true for some seconds after that, and false if it could not be copied; null once the text is
 * another one.
 */
export function useCopy(text: string) {
  const [last, setLast] = useState<{ text: string; isCopied: boolean } | null>(null);
  useEffect(() => {
    if (!last?.isCopied) return;
    const timer = setTimeout(() => setLast(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [last]);
  const copy = async (field: CopyableField | null) => setLast({ text, isCopied: await copyText(text, field) });
  return { copied: last?.text === text ? last.isCopied : null, copy };
}
