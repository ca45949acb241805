import { addPhoto, changePet, createPet, listCategories, listPets, placeOrder } from "./generated/hey-api";
import { createClient } from "./generated/hey-api/client";
import { nextCursor, type Program, required } from "./program";

export const run: Program = async ({ url, key, hurriedKey, photo, wait }) => {
  const client = createClient({ baseUrl: url, auth: key });
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, response } = await listPets({ client, query: { limit: 100, cursor } });
    names.push(...required(data).map(({ name }) => name));
    cursor = nextCursor(required(response).headers) ?? undefined;
  } while (cursor);

  const add = () =>
    createPet({ client, headers: { "Idempotency-Key": "hey-api" }, body: { name: "Ada", categoryId: 1 } });
  const [first, again] = [await add(), await add()];
  const petId = required(first.data).id;

  const ifMatch = required(first.response?.headers.get("etag"));
  const rename = () => changePet({ client, path: { petId }, headers: { "If-Match": ifMatch }, body: { name: "Bea" } });
  const [renamed, stale] = [await rename(), await rename()];

  const added = await addPhoto({ client, path: { petId }, headers: { "Content-Type": photo.type }, body: photo });
  const order = await placeOrder({ client, body: { petId } });

  const hurried = { client: createClient({ baseUrl: url, auth: hurriedKey }) };
  await listCategories(hurried);
  const refused = await listCategories(hurried);
  if (refused.error?.code !== "rate_limited") throw new Error("there is no limit");
  wait(Number(refused.response?.headers.get("retry-after")));
  const retried = await listCategories(hurried);
  return {
    names,
    added: [petId, required(again.data).id],
    renamed: required(renamed.data).name,
    stale: required(stale.response).status,
    photo: required(added.response).status,
    orderStatus: required(order.data).status,
    retried: required(retried.response).status,
  };
};
