"use client";

import { useSyncExternalStore } from "react";
import { THEME_KEY, THEMES, type Theme } from "./theme";

const CHANGED = "theme-changed";
const WORDS: Readonly<Record<Theme, string>> = { system: "Like my device", light: "Light", dark: "Dark" };

/** Chooses between light, dark and the setting of the device; this browser remembers it. Hidden without scripts. */
export function ThemeSwitch({ id = "theme" }: { id?: string }) {
  const theme = useSyncExternalStore(subscribe, read, () => "system" as const);
  return (
    <div className="flex items-center gap-2.5 noscript:hidden">
      <label className="font-normal" htmlFor={id}>
        Colours
      </label>
      <select
        id={id}
        className="min-h-target cursor-pointer rounded-control border border-control-line bg-panel ps-3 pe-9 text-ink transition hover:border-accent"
        value={theme}
        onChange={(event) => choose(THEMES.find((choice) => choice === event.target.value) ?? "system")}
      >
        {THEMES.map((choice) => (
          <option key={choice} value={choice}>
            {WORDS[choice]}
          </option>
        ))}
      </select>
    </div>
  );
}

function read(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function choose(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is switched off: the choice lasts until the page is left.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
}
