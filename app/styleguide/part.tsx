import type { ReactNode } from "react";
import { stack } from "@/components/ui/style/panel";

/** A part of the style guide, under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={stack}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
