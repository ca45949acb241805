"use client";

import { useSyncExternalStore } from "react";
import { cx } from "../style/cx";
import { needsScripts } from "../style/needs-scripts";
import { covering, toggle } from "../style/pill";
import { THEME_KEY, THEMES, type Theme } from "./theme";

const CHANGED = "theme-changed";
export const THEME_WORDS: Readonly<Record<Theme, string>> = {
  system: "Same as my device",
  light: "Light",
  dark: "Dark",
};

/** The paths of the icons. */
const ICONS: Readonly<Record<Theme, string>> = {
  system: "M4 5h16v11H4V5Zm5 15h6m-3-4v4",
  light:
    "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4",
  dark: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z",
};

/** The current choice, and the function that makes another one. The browser stores it. */
export function useTheme() {
  return [useSyncExternalStore(subscribe, read, () => "system" as const), choose] as const;
}

/** Chooses between light, dark and the setting of the device. Hidden without scripts. */
export function ThemeSwitch({ id = "theme" }: { id?: string }) {
  const [theme] = useTheme();
  return (
    <fieldset className={cx("flex flex-wrap items-center gap-1.5", needsScripts)}>
      <legend className="float-left me-1 font-normal">Light or dark</legend>
      {THEMES.map((choice) => (
        <label
          key={choice}
          title={THEME_WORDS[choice]}
          className={cx(toggle, "w-11 border-control-line bg-panel px-0! text-ink")}
        >
          <input
            type="radio"
            className={covering}
            name={id}
            aria-label={THEME_WORDS[choice]}
            checked={choice === theme}
            onChange={() => choose(choice)}
          />
          <ThemeIcon theme={choice} />
        </label>
      ))}
    </fieldset>
  );
}

/** A screen, a sun or a moon. */
export function ThemeIcon({ theme }: { theme: Theme }) {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      viewBox="0 0 24 24"
      className="size-5 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
    >
      <path d={ICONS[theme]} />
    </svg>
  );
}

function read(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function choose(theme: Theme): void {
  pauseTransitions();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is disabled, so the choice lasts until the page is left.
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** Makes all colours change at once: with transitions, texts would be invisible for a moment. */
function pauseTransitions(): void {
  const { dataset } = document.documentElement;
  dataset.switching = "";
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.switching));
}

function subscribe(changed: () => void): () => void {
  const device = matchMedia("(prefers-color-scheme: dark)");
  window.addEventListener(CHANGED, changed);
  device.addEventListener("change", pauseTransitions);
  return () => {
    window.removeEventListener(CHANGED, changed);
    device.removeEventListener("change", pauseTransitions);
  };
}
