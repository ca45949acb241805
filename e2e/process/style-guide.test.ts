import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Gallery } from "@/app/styleguide/gallery";

vi.mock("next/navigation", () => ({
  useRouter: () => ({}),
  usePathname: () => "/styleguide",
  useSearchParams: () => new URLSearchParams(),
}));

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
