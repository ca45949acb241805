import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SearchInput } from "./list-search";

test("typing goes on while the URL of a search arrives, and another URL replaces the text", async () => {
  const searches: string[] = [];
  const field = (q: string) => <SearchInput q={q} label="Search" onSearch={(wanted) => searches.push(wanted)} />;
  const { rerender } = await render(field(""));
  const input = page.getByRole("searchbox");
  for (const text of ["a", "ab"]) {
    await input.fill(text);
    await expect.poll(() => searches.at(-1)).toBe(text);
  }
  await input.click();
  await userEvent.keyboard("c");
  await rerender(field("ab"));
  await expect.element(input).toHaveValue("abc");
  await expect.poll(() => searches).toEqual(["a", "ab", "abc"]);
  await rerender(field("other"));
  await expect.element(input).toHaveValue("other");
});
