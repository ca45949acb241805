import { useRef } from "react";
import * as z from "zod/mini";
import { randomId } from "@/lib/http/client";
import { readFromTab, saveInTab } from "@/lib/tab-storage";

/** What was sent, and its Idempotency-Key. */
const Attempt = z.object({ text: z.string(), key: z.string() });
type Attempt = z.infer<typeof Attempt>;
const NONE: Attempt = { text: "", key: "" };

/**
 * Keeps the Idempotency-Key of what is being sent, even across a reload. `begin` returns it: the same values get the
 * same key until `end`.
 */
export function useAttempt(name: string) {
  // Not a state, because the next press may come before React has rendered. Null until it is read from the tab.
  const latest = useRef<Attempt>(null);
  const begin = (values: object): string => {
    const text = JSON.stringify(values);
    const last = latest.current ?? readFromTab(name, Attempt) ?? NONE;
    latest.current = { text, key: last.text === text ? last.key : randomId() };
    saveInTab(name, latest.current);
    return latest.current.key;
  };
  const end = () => {
    latest.current = NONE;
    saveInTab(name, null);
  };
  return { begin, end };
}
