import { expect, test } from "vitest";
import type { PetsPage } from "./schema";
import { readStaffSearch } from "./staff-search";

/** Stands for the list operation: only Rex is called "rex", and only Ivy's breed has "collie". Collects the queries. */
function reader(asked: string[]) {
  return async (search: URLSearchParams): Promise<PetsPage> => {
    asked.push(search.toString());
    const isRex = search.get("q") === "rex" && search.get("status") !== "sold";
    const isIvy = search.get("story") === "collie";
    const names = [...(isRex ? ["Rex"] : []), ...(isIvy ? ["Ivy"] : [])];
    return { pets: names.map((name) => ({ id: 1n, name, categoryId: 1n })), next: null, prev: null };
  };
}

const searched = async (query: string) => {
  const asked: string[] = [];
  const { pets, isByText } = await readStaffSearch(new URLSearchParams(query), reader(asked));
  return { names: pets.map(({ name }) => name), isByText, asked };
};

test("a name is searched before breeds and stories", async () => {
  expect(await searched("q=rex&limit=25")).toEqual({ names: ["Rex"], isByText: undefined, asked: ["q=rex&limit=25"] });
});

test("words that no name has are searched in breeds and stories, with the other filters and the cursor", async () => {
  expect(await searched("q=collie&status=sold&cursor=x")).toEqual({
    names: ["Ivy"],
    isByText: true,
    asked: ["q=collie&status=sold&cursor=x", "q=collie&limit=1", "status=sold&cursor=x&story=collie"],
  });
});

test("words beside a kind are searched among its animals", async () => {
  const { names, asked } = await searched("q=collie+with+dogs");
  expect(names).toEqual(["Ivy"]);
  expect(asked.at(-1)).toBe("story=collie&categoryId=1");
});

test("a kind that is filtered is not replaced", async () => {
  expect((await searched("q=collie+dogs&categoryId=2")).names).toEqual([]);
});

test("a name that only the other filters leave out is not searched in breeds and stories", async () => {
  expect(await searched("q=rex&status=sold")).toMatchObject({ names: [], isByText: undefined });
});

test.each(["limit=25", "q=404", "q=dogs"])("“%s” is not searched in breeds and stories", async (query) => {
  const { names, asked } = await searched(query);
  expect(names).toEqual([]);
  expect(asked.join()).not.toContain("story");
});
