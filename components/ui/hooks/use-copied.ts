import { useEffect, useState } from "react";
import { SECOND_MS } from "@/lib/values/time";

/** How long "Copied." is shown. */
const SHOWN_MS = 4 * SECOND_MS;

/** Whether a string was copied (true, for a few seconds), could not be copied (false), or neither (null). */
export function useCopied() {
  const [copied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, setCopied] as const;
}
