import { addPhoto, changePet, createPet, listCategories, listPets, placeOrder } from "./generated/orval";
import { nextCursor, type Program } from "./program";

/** Its URLs are those of the document. */
export const run: Program = async ({ key, hurriedKey, photo, wait }) => {
  const authorization = { Authorization: `Bearer ${key}` };
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listPets({ limit: 100, cursor }, { headers: authorization });
    if (page.status !== 200) throw new Error(page.data.message);
    names.push(...page.data.map(({ name }) => name));
    cursor = nextCursor(page.headers) ?? undefined;
  } while (cursor);

  const add = () =>
    createPet({ name: "Ada", categoryId: 1 }, { headers: { ...authorization, "Idempotency-Key": "orval" } });
  const [first, again] = [await add(), await add()];
  if (first.status !== 201 || again.status !== 201) throw new Error(first.headers.get("x-request-id") ?? "");
  const petId = first.data.id;

  const ifMatch = first.headers.get("etag") ?? "";
  const rename = () => changePet(petId, { name: "Bea" }, { headers: { ...authorization, "If-Match": ifMatch } });
  const [renamed, stale] = [await rename(), await rename()];
  if (renamed.status !== 200) throw new Error(renamed.data.message);

  const added = await addPhoto(petId, photo, {}, { headers: { ...authorization, "Content-Type": photo.type } });
  const order = await placeOrder({ petId }, { headers: authorization });
  if (order.status !== 201) throw new Error(order.data.message);

  const hurried = { headers: { Authorization: `Bearer ${hurriedKey}` } };
  await listCategories(hurried);
  const refused = await listCategories(hurried);
  if (refused.status === 200 || refused.data.code !== "rate_limited") throw new Error("there is no limit");
  wait(Number(refused.headers.get("retry-after")));
  const retried = await listCategories(hurried);
  return {
    names,
    added: [petId, again.data.id],
    renamed: renamed.data.name,
    stale: stale.status,
    photo: added.status,
    orderStatus: order.data.status,
    retried: retried.status,
  };
};
