import { actorOf } from "@/lib/api/caller";
import { endpoint, type Routes } from "@/lib/api/endpoint";
import {
  Categories,
  Category,
  CategoryChange,
  CategoryParams,
  MAX_CATEGORIES,
  NewCategory,
} from "@/lib/pets/categories/schema";
import { changeCategory, createCategory, getCategory, listCategories, lockCategory } from "@/lib/pets/categories/store";

export const CATEGORIES: Routes = {
  "/v1/categories": {
    GET: endpoint({
      operationId: "listCategories",
      summary: `List all kinds of animals, up to ${MAX_CATEGORIES}`,
      description:
        "Lists the kinds that have a name, by their ids. At first these are 1 dog, 2 cat, 3 rabbit, 4 guinea pig, 5 hamster, 6 bird, 7 tortoise and 8 horse; admins add others and rename them. Animals may have any other `categoryId`, and are then shown as Other.",
      scope: "pets:read",
      returns: Categories,
      handle: async () => ({ data: await listCategories() }),
    }),
    POST: endpoint({
      operationId: "createCategory",
      summary: "Add a kind of animal, or name a number that animals have",
      description:
        "Gives a name to a number that no kind has; animals may have it already. 409: the name or the number is taken, or there are 100 kinds.",
      scope: "admin",
      body: NewCategory,
      returns: Category,
      status: 201,
      sends: ["Location", "ETag"],
      refuses: ["conflict"],
      async handle({ body, caller }) {
        const data = await createCategory(actorOf(caller), body);
        return { data, location: `/v1/categories/${data.id}`, etag: 1n };
      },
    }),
  },
  "/v1/categories/[categoryId]": {
    GET: endpoint({
      operationId: "getCategory",
      summary: "Get a kind of animal",
      description: "Reads a kind that has a name. A number without one gets 404, even if animals have it.",
      scope: "pets:read",
      params: CategoryParams,
      returns: Category,
      sends: ["ETag"],
      handle: ({ params: { categoryId } }) => getCategory(categoryId),
    }),
    PATCH: endpoint({
      operationId: "changeCategory",
      summary: "Change the name, the picture or the words of a kind",
      description:
        "Changes what the body names. Pages, searches and imports follow within a second. 409: another kind has the name.",
      scope: "admin",
      params: CategoryParams,
      body: CategoryChange,
      precondition: "optional",
      lock: (tx, { params: { categoryId } }) => lockCategory(tx, categoryId),
      returns: Category,
      sends: ["ETag"],
      refuses: ["conflict"],
      handle: ({ params: { categoryId }, body, caller }) => changeCategory(actorOf(caller), categoryId, body),
    }),
  },
};
