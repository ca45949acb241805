import { useEffect } from "react";
import { isolate } from "@/lib/bidi";

/** Names the tab after what the browser has loaded; the name of the site stays behind it. */
export function useTitle(name: string): void {
  useEffect(() => {
    const site = /( – [^–]*)$/.exec(document.title)?.[1] ?? "";
    document.title = `${isolate(name)}${site}`;
  }, [name]);
}
