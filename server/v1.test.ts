import { readdirSync } from "node:fs";
import { dirname, relative } from "node:path";
import { expect, test } from "vitest";
import { ROUTES } from "./v1";

test("the table of routes equals the tree of app/v1", () => {
  const files = readdirSync("app/v1", { recursive: true, encoding: "utf8" });
  const tree = files
    .filter((file) => /(^|[/\\])route\.ts$/.test(file))
    .map((file) => relative("app", dirname(`app/v1/${file}`)).replaceAll("\\", "/"))
    // What the production server answers with `notFound` itself.
    .filter((path) => path !== "v1" && path !== "v1/[...path]");
  expect(ROUTES.map((route) => route.segments.join("/")).sort()).toEqual(tree.sort());
});
