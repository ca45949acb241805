import { describe, expect, test } from "vitest";
import { filtersHref, readFilters } from "./filters";

const read = (query: string) => {
  const search: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(query)) search[name] = [...(search[name] ?? []), value];
  return readFilters(search);
};

describe("the filters in the URL", () => {
  test("every filter survives being written to a URL and read back", () => {
    const all = "q=ol&kind=guinea-pig&status=all&age=young&sex=female&size=extra_large&good=children&good=cats";
    const href = `/?${all}&sort=oldest&cursor=bzEy`;
    expect(read(href.slice(2))).toEqual({
      q: "ol",
      kind: "guinea-pig",
      ageGroup: "young",
      sex: "female",
      size: "extra_large",
      goodWith: ["children", "cats"],
      sort: "oldest",
      cursor: "bzEy",
    });
    expect(filtersHref(read(href.slice(2)))).toBe(href);
  });

  test("the empty values of a form without scripts are ignored, and so are unknown and repeated ones", () => {
    const sent = "q=+&kind=&status=available&age=&sex=&size=&sort=&good=";
    expect(filtersHref(read(sent))).toBe("/");
    expect(filtersHref(read("kind=dragon&age=old&sex=female&sex=male&status=gone&good=dogs&good=dogs&utm=1"))).toBe(
      "/?good=dogs",
    );
  });

  test("a searched name is cut to what the API accepts", () => {
    expect(read(`q=${encodeURIComponent(`\u0007 ${"😀".repeat(120)}`)}`).q).toBe("😀".repeat(100));
    expect(read(`q=${encodeURIComponent("a\ud800".slice(0, 1))}%00b`).q).toBe("a b");
    expect(read("q=%28Luna%21").q).toBe("Luna");
    expect(read("q=%21%3F").q).toBe("!?");
  });
});
