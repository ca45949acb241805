import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ROUTES } from "@/app/v1/routes";
import { Operation } from "@/components/reference/operation";
import { Topics } from "@/components/reference/topics";
import { describeApi } from "@/lib/api/openapi";
import { describeReference } from "@/lib/api/reference";

type Described = { operationId: string; summary: string; responses: Record<string, object> };
type Document = { paths: Record<string, Record<string, Described>> };

/** The words of each operation as the page /docs shows them. */
const operations = new Map(
  describeReference(ROUTES)
    .flatMap((group) => group.operations)
    .map((operation) => [
      operation.id,
      renderToStaticMarkup(createElement(Operation, { operation }))
        .replace(/<[^>]+>/g, " ")
        .replaceAll("&#x27;", "'")
        .replace(/\s+/g, " "),
    ]),
);

test("the reference shows every operation of the OpenAPI document, with its path, summary and statuses", () => {
  const document = describeApi(ROUTES, "https://pets.example") as Document;
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      line: `${method.toUpperCase()} /v1${path}`,
    })),
  );
  expect(described.length).toBeGreaterThan(20);
  expect([...operations.keys()].toSorted()).toEqual(described.map(({ operationId }) => operationId).toSorted());
  for (const { operationId, summary, line, responses } of described)
    for (const part of [summary, line, ...Object.keys(responses)])
      expect(operations.get(operationId), operationId).toContain(part);
});

test("commands can be copied as they are, and bounds, defaults and the fields of answers are listed", () => {
  const topics = renderToStaticMarkup(createElement(Topics, { origin: "https://pets.example" }));
  expect(new Set(topics.match(/https?:[^\s"&]+\/v1/g))).toEqual(new Set(["https://pets.example/v1"]));
  expect(operations.get("listPets")).toContain("limit in the query; optional; whole number, 1 to 100; 20 when absent");
  expect(operations.get("createPet")).toContain("name required; text, 1 to 255 characters");
  expect(operations.get("getPet")).toContain("with the fields of Add an animal");
});
