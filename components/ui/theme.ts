/** Which colours the pages have: those that the device asks for, or the ones that somebody chose. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Where this browser remembers the choice. */
export const THEME_KEY = "theme";

/** Runs before the page is painted, so that it never flashes in the other theme. */
export const THEME_SCRIPT = `try{const t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
