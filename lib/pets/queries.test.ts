import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { sameNamesQuery } from "./edit/same-names";
import { petsByIdQuery } from "./queries";

test("animals by their ids and animals by their name are kept apart, even when a name is a number", () => {
  const client = new QueryClient();
  client.setQueryData(petsByIdQuery("12").queryKey, []);
  expect(client.getQueryData(sameNamesQuery("12").queryKey)).toBeUndefined();
});
