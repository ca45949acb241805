import { useLayoutEffect } from "react";
import { isolate } from "@/lib/values/bidi";

/** Sets the title of the tab to this text, followed by the name of the site. */
export function useTitle(name: string, site: string): void {
  // Before the page is left, so that the next one keeps its own title.
  useLayoutEffect(() => {
    const title = `${isolate(name)} – ${isolate(site)}`;
    const set = () => {
      if (document.title !== title) document.title = title;
    };
    set();
    // Next.js may set the title after the content is shown.
    const observer = new MutationObserver(set);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [name, site]);
}
