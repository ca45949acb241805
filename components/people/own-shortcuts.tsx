"use client";

import { LettersSwitch } from "../ui/overlays/keyboard-sheet";
import { cx } from "../ui/style/cx";
import { panel, stack } from "../ui/style/panel";

/** Lets a person switch off the shortcuts with single letters, at any width. */
export function OwnShortcuts() {
  return (
    <section className={cx(panel, stack)} aria-labelledby="own-shortcuts-heading">
      <h2 id="own-shortcuts-heading">Keyboard</h2>
      <LettersSwitch />
    </section>
  );
}
