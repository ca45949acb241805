import * as z from "zod/mini";
import { randomId } from "@/lib/http/client";
import { useTabState } from "./use-tab-state";

/** What was sent, and its Idempotency-Key. */
const Attempt = z.object({ text: z.string(), key: z.string() });
const NONE = { text: "", key: "" };

/**
 * Keeps the Idempotency-Key of what is being sent, even after a reload. `begin` returns it: the same values get the same
 * one until `end`.
 */
export function useAttempt(name: string) {
  const [attempt, keep] = useTabState(name, NONE, Attempt);
  const begin = (values: object): string => {
    const text = JSON.stringify(values);
    const key = attempt.text === text ? attempt.key : randomId();
    keep({ text, key });
    return key;
  };
  return { begin, end: () => keep(NONE) };
}
