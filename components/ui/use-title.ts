import { useEffect } from "react";
import { isolate } from "@/lib/bidi";

/** Sets the title of the tab to what the browser has loaded, followed by the name of the site. */
export function useTitle(name: string): void {
  useEffect(() => {
    const site = /( – [^–]*)$/.exec(document.title)?.[1] ?? "";
    document.title = `${isolate(name)}${site}`;
  }, [name]);
}
