import { expect, test } from "vitest";
import { ROUTES } from "@/app/v1/routes";
import { describeApi } from "@/lib/api/openapi";

type Operation = {
  operationId: string;
  deprecated?: boolean;
  "x-stability"?: string;
  parameters: { name: string; in: string; schema: object }[];
  requestBody?: { content: { "application/json": { schema: object } } };
  responses: Record<string, { content: { "application/json": { schema: object } } }>;
};
const document = describeApi(ROUTES, "https://pets.example") as { paths: Record<string, Record<string, Operation>> };

test("every operation is described once, with its stability", () => {
  const described = Object.values(document.paths).flatMap((path) => Object.values(path));
  const specs = Object.values(ROUTES).flatMap((methods) =>
    ["GET", "POST", "PATCH"].flatMap((method) => methods[method]?.spec ?? []),
  );
  expect(described.map(({ operationId }) => operationId)).toEqual(specs.map(({ operationId }) => operationId));
  expect(described.map((operation) => operation["x-stability"])).toEqual(specs.map(({ stability }) => stability));
  expect(described.filter(({ deprecated }) => deprecated).map(({ operationId }) => operationId)).toEqual(["getPet"]);
});

test("the list: parameters, animals with int64", () => {
  const list = document.paths["/pets"]?.get as Operation;
  expect(list.parameters.map(({ name }) => name)).toEqual(["limit", "status", "cursor"]);
  expect(list.parameters[0]?.schema).toMatchObject({ type: "integer", minimum: 1, maximum: 100, default: 20 });
  expect(list.parameters[1]?.schema).toMatchObject({ enum: ["available", "pending", "sold"] });
  expect(list.responses["200"]?.content["application/json"].schema).toMatchObject({
    type: "array",
    items: {
      required: ["id", "name", "categoryId"],
      properties: { id: { type: "integer", format: "int64" }, status: { enum: ["available", "pending", "sold"] } },
    },
  });
});

test("the audit: pages of up to 200 lines", () => {
  const list = document.paths["/audit"]?.get as Operation;
  expect(list.parameters.map(({ name }) => name)).toEqual(["limit", "cursor"]);
  expect(list.parameters[0]?.schema).toMatchObject({ type: "integer", minimum: 1, maximum: 200, default: 100 });
});

test("creation: what it takes and how it can fail", () => {
  const create = document.paths["/pets"]?.post as Operation;
  expect(create.requestBody?.content["application/json"].schema).toMatchObject({
    required: ["name", "categoryId"],
    additionalProperties: false,
  });
  expect(Object.keys(create.responses)).toEqual(
    expect.arrayContaining(["201", "400", "401", "403", "409", "413", "415", "422", "429"]),
  );
});
