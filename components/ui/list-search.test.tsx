import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SearchInput } from "./list-search";

test("what is typed stays while the URL of a search arrives", async () => {
  const search = vi.fn();
  const field = (q: string) => <SearchInput q={q} label="Search" onSearch={search} />;
  const { rerender } = await render(field(""));
  const input = page.getByRole("searchbox");
  await input.fill("a");
  await expect.poll(() => search.mock.lastCall).toEqual(["a"]);
  await input.fill("ab");
  await rerender(field("a"));
  await expect.element(input).toHaveValue("ab");
});
