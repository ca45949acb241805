/** The themes: that of the device, light, dark. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The name of the choice in localStorage. */
export const THEME_KEY = "theme";

/** Runs before the first paint, so that the page does not flash in the other theme. */
export const THEME_SCRIPT = `try{const t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
