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
      scope: "pets:read",
      returns: Categories,
      handle: async () => ({ data: await listCategories() }),
    }),
    POST: endpoint({
      operationId: "createCategory",
      summary: "Add a kind of animal, or name a number that animals have",
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
      scope: "pets:read",
      params: CategoryParams,
      returns: Category,
      sends: ["ETag"],
      handle: ({ params: { categoryId } }) => getCategory(categoryId),
    }),
    PATCH: endpoint({
      operationId: "changeCategory",
      summary: "Change the name, the picture or the words of a kind",
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
