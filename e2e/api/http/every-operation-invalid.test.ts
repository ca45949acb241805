import { beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { MAX_BODY_BYTES } from "@/lib/http/parse";
import { expectError } from "../support/answers";
import { credentialFor, OPERATIONS, pathOf, validCall } from "../support/operations";
import { storedRows } from "../support/records";
import { newPerson, type SignedInPerson, suiteService } from "../support/service";

// Every operation refuses invalid requests, without changing anything that is stored.
const service = suiteService();

let admin: SignedInPerson;
beforeAll(async () => {
  admin = await newPerson("admin");
});

for (const operation of OPERATIONS) {
  const { method, route, spec } = operation;
  const credential = () => credentialFor(spec, service, admin);

  /** Sends a valid call with every permission, except for this change. */
  const asFull = async (change: { body?: string | Uint8Array; headers?: Record<string, string>; target?: string }) => {
    const { target, ...rest } = await validCall(operation);
    const headers = { ...rest.headers, ...change.headers };
    const before = await storedRows();
    const answer = await service.call(change.target ?? target, {
      key: credential(),
      ...rest,
      ...change,
      headers,
    });
    expect(await storedRows()).toEqual(before);
    return answer;
  };

  const { upload } = spec;
  if (upload)
    describe(`${method} ${route} – an invalid upload`, () => {
      test("the operation does not take the media type: 415", async () => {
        for (const type of ["", "text/html", "image/svg+xml", "application/json", "image"]) {
          const answer = await asFull({ headers: { "content-type": type } });
          expectError(answer, 415, "unsupported_media_type");
          expect(answer.headers.accept).toBe(upload.mediaTypes.join(", "));
        }
        const encoded = await asFull({ headers: { "content-encoding": "gzip" } });
        expectError(encoded, 415, "unsupported_media_type", "Content-Encoding must be absent");
      });

      test("the body is empty: 400", async () => {
        expectError(await asFull({ body: "" }), 400, "bad_request", "body must not be empty");
      });

      test("the body has more bytes than the operation takes: 413", async () => {
        const tooLong = new Uint8Array(upload.maxBytes + 1);
        expectError(await asFull({ body: tooLong }), 413, "payload_too_large");
        const chunked = { "transfer-encoding": "chunked" };
        expectError(await asFull({ body: tooLong, headers: chunked }), 413, "payload_too_large");
      });
    });

  describe(`${method} ${route} – an invalid request`, () => {
    test("the path ends with a slash: 404", async () => {
      const { target } = await validCall(operation);
      expectError(await asFull({ target: `${target.replace(/\?.*/, "")}/` }), 404, "not_found");
    });

    if (spec.params)
      test("an unknown id in the path: 404", async () => {
        expectError(await asFull({ target: `${method} ${pathOf(route)}` }), 404, "not_found");
      });

    for (const [name, schema] of Object.entries(spec.query?.shape ?? {})) {
      test(`the parameter ${name} is repeated: 400`, async () => {
        const target = `${method} ${pathOf(route)}?${name}=1&${name}=1`;
        expectError(await asFull({ target }), 400, "bad_request", `${name} must be given at most once`);
      });

      if (!mayBeEmpty(schema))
        test(`the parameter ${name} is empty: 400`, async () => {
          expectError(
            await asFull({ target: `${method} ${pathOf(route)}?${name}=` }),
            400,
            "bad_request",
            `${name} must`,
          );
        });
    }

    if (spec.body)
      test("the media type is not JSON: 415", async () => {
        for (const type of ["", "text/plain"]) {
          expectError(await asFull({ headers: { "content-type": type } }), 415, "unsupported_media_type");
        }
      });

    if (spec.body)
      test(`the body is not a JSON ${isList(spec.body) ? "array" : "object"}: 400`, async () => {
        for (const body of ["", "{", isList(spec.body) ? "{}" : "[]", "null"]) {
          expectError(await asFull({ body }), 400, "bad_request", /^body must be /);
        }
      });

    if (spec.body)
      test("the body has an unknown field: 400", async () => {
        const parsed = JSON.parse(String((await validCall(operation)).body ?? "{}"));
        const extend = (value: object) => ({ ...value, colour: "red" });
        const extended = Array.isArray(parsed) ? parsed.map(extend) : extend(parsed);
        expectError(
          await asFull({ body: JSON.stringify(extended) }),
          400,
          "bad_request",
          /colour is not a known field/,
        );
      });

    if (spec.body)
      test("the body has more bytes than the operation takes: 413", async () => {
        const { body = "{}" } = await validCall(operation);
        const tooLong = String(body).padEnd((spec.bodyBytes ?? MAX_BODY_BYTES) + 1);
        expectError(await asFull({ body: tooLong }), 413, "payload_too_large");
      });

    if (spec.precondition === "required")
      test("If-Match is missing: 428", async () => {
        const { target, body } = await validCall(operation);
        const before = await storedRows();
        const answer = await service.call(target, { key: credential(), ...(body !== undefined && { body }) });
        expectError(answer, 428, "precondition_required", "If-Match is required");
        expect(await storedRows()).toEqual(before);
      });

    if (spec.precondition) {
      test("If-Match names another version: 412", async () => {
        for (const tag of ['"999"', '"999", W/"998"', '"abc"']) {
          expectError(await asFull({ headers: { "if-match": tag } }), 412, "precondition_failed");
        }
      });

      test("If-Match is malformed: 400", async () => {
        for (const tag of ["999", '"', '"1" "2"']) {
          expectError(await asFull({ headers: { "if-match": tag } }), 400, "bad_request", "If-Match must be");
        }
      });
    }

    if ((spec.body || spec.upload) && !spec.idempotent)
      test("an Idempotency-Key where none is accepted: 400", async () => {
        expectError(await asFull({ headers: { "idempotency-key": "a" } }), 400, "bad_request", /Idempotency-Key/);
      });

    if (spec.idempotent)
      test("a malformed Idempotency-Key: 400", async () => {
        expectError(await asFull({ headers: { "idempotency-key": "é" } }), 400, "bad_request", /^Idempotency-Key/);
      });
  });
}

/** Whether a parameter may be empty. */
function mayBeEmpty(schema: unknown): boolean {
  // `AnySpec` does not type the members of the query.
  return (schema as z.ZodMiniType).safeParse("").success;
}

const isList = (body: z.ZodMiniType) => body._zod.def.type === "array";
