import axe from "axe-core";
import { expect } from "vitest";
import { cdp } from "vitest/browser";
import { network } from "./network";

const inScheme = (value: "light" | "dark") =>
  cdp().send("Emulation.setEmulatedMedia", {
    features: [
      { name: "prefers-color-scheme", value },
      { name: "prefers-reduced-motion", value: "reduce" },
    ],
  });

/** Checks what is shown against WCAG 2.2 AA and axe's best practices. In the dark theme, checks only the contrast. */
export async function expectAccessible(): Promise<void> {
  // What waits for an answer is paler.
  await network.settle();
  for (const scheme of ["dark", "light"] as const) {
    await inScheme(scheme);
    const { violations, passes } = await axe.run(
      // Base UI's guards only pass the focus on.
      { include: ["body"], exclude: ["[data-base-ui-focus-guard]"] },
      { resultTypes: ["violations"], ...(scheme === "dark" && { runOnly: ["color-contrast"] }) },
    );
    expect(passes.length, "rules that were checked").toBeGreaterThan(0);
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))).toEqual([]);
  }
}
