import createClient from "openapi-fetch";
import type { paths } from "./generated/openapi-typescript";
import { nextCursor, type Program, required } from "./program";

const clientOf = (baseUrl: string, key: string) =>
  createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

export const run: Program = async ({ url, key, hurriedKey, photo, wait }) => {
  const client = clientOf(url, key);
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, response } = await client.GET("/pets", { params: { query: { limit: 100, cursor } } });
    names.push(...required(data).map(({ name }) => name));
    cursor = nextCursor(response.headers) ?? undefined;
  } while (cursor);

  const add = () =>
    client.POST("/pets", {
      params: { header: { "Idempotency-Key": "openapi-typescript" } },
      body: { name: "Ada", categoryId: 1 },
    });
  const [first, again] = [await add(), await add()];
  const petId = required(first.data).id;

  const change = {
    params: { path: { petId }, header: { "If-Match": required(first.response.headers.get("etag")) } },
    body: { name: "Bea" },
  };
  const [renamed, stale] = [await client.PATCH("/pets/{petId}", change), await client.PATCH("/pets/{petId}", change)];

  const added = await client.POST("/pets/{petId}/photos", {
    params: { path: { petId } },
    headers: { "Content-Type": photo.type },
    body: photo as unknown as string, // it types every file as a string
    bodySerializer: (body) => body,
  });
  const order = await client.POST("/store/orders", { body: { petId } });

  const hurried = clientOf(url, hurriedKey);
  await hurried.GET("/categories");
  const refused = await hurried.GET("/categories");
  if (refused.error?.code !== "rate_limited") throw new Error("there is no limit");
  wait(Number(refused.response.headers.get("retry-after")));
  const retried = await hurried.GET("/categories");
  return {
    names,
    added: [petId, required(again.data).id],
    renamed: required(renamed.data).name,
    stale: stale.response.status,
    photo: added.response.status,
    orderStatus: required(order.data).status,
    retried: retried.response.status,
  };
};
