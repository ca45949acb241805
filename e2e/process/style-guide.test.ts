import { readdirSync, readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Gallery } from "@/app/styleguide/gallery";

vi.mock("next/navigation", () => ({
  useRouter: () => ({}),
  usePathname: () => "/styleguide",
  useSearchParams: () => new URLSearchParams(),
}));

const GUIDE = "app/styleguide";
const PARTS = "components/ui";
/** Around every page, and filled by `showToast`, which the guide calls. */
const AROUND_EVERY_PAGE = ["toast-region", "toasts"];

// The page exists in development only, so no browser test opens it.
test("the style guide renders, with all its parts", () => {
  const html = renderToStaticMarkup(createElement(Gallery));
  const parts = [...html.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title);
  expect(parts).toEqual([
    ...["Texts", "Buttons", "Forms", "Lists", "Numbers", "Above the page", "Waiting and failing"],
    "Pages of visitors",
  ]);
  for (const part of ["card", "photos", "skeleton"]) expect(html).toContain(`data-part="${part}"`);
});

test("the style guide has every component of the design system", () => {
  const guide = readdirSync(GUIDE).map((file) => readFileSync(`${GUIDE}/${file}`, "utf8"));
  const components = readdirSync(PARTS)
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => file.replace(".tsx", ""));
  expect(components.length).toBeGreaterThan(30);
  const missing = components.filter((name) => !guide.some((source) => source.includes(`"@/${PARTS}/${name}"`)));
  expect(missing).toEqual(AROUND_EVERY_PAGE);
});
