"use client";

import { cx } from "../ui/cx";
import { LettersSwitch } from "../ui/keyboard-sheet";
import { panel, stack } from "../ui/panel";

/** Lets a person switch off the shortcuts with single letters, at any width. */
export function OwnShortcuts() {
  return (
    <section className={cx(panel, stack)} aria-labelledby="own-shortcuts-heading">
      <h2 id="own-shortcuts-heading">Keyboard</h2>
      <LettersSwitch />
    </section>
  );
}
