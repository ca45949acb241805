import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type * as z from "zod/mini";
import { takesKey } from "@/lib/api/read-idempotency-key";
import type { AnySpec } from "@/lib/api/spec";
import { MAX_BODY_BYTES } from "@/lib/http/parse";
import { expectError } from "../support/answers";
import { credentialFor, OPERATIONS, type Operation, pathOf, validCall } from "../support/operations";
import { storedRows } from "../support/records";
import { newPerson, type SignedInPerson, suiteService } from "../support/service";

// Every operation refuses invalid requests, without changing anything that is stored, and without logging an error.
const service = suiteService();
let admin: SignedInPerson;
const errors: string[] = [];

beforeAll(async () => {
  admin = await newPerson("admin");
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((line) => {
      if (/"level":"error"/.test(String(line))) errors.push(String(line));
      return true;
    });
  }
});
afterEach(() => expect(errors).toEqual([]));
afterAll(() => {
  vi.restoreAllMocks();
});

type ValidCall = Awaited<ReturnType<typeof validCall>>;
/** How a request differs from a valid one. */
type Change = { target?: string; body?: string | Uint8Array; headers?: Record<string, string> };
type Refusal = [status: number, code: string, message?: string | RegExp];
type Mistake = [what: string, change: (valid: ValidCall) => Change, refusal: Refusal];

const badRequest = (message: string | RegExp): Refusal => [400, "bad_request", message];
const isList = (body: z.ZodMiniType) => body._zod.def.type === "array";
/** A header as it is sent: an empty one is left out. */
const withHeader = (name: string, value: string) => () => ({ headers: { [name]: value } });

/** The mistakes that are possible in a request for an operation. */
function mistakesIn(operation: Operation): Mistake[] {
  const { method, route, spec } = operation;
  const mistakes: Mistake[] = [
    ...mistakesInQuery(operation),
    ...(spec.body ? mistakesInBody(spec) : []),
    ...(spec.upload ? mistakesInUpload(spec.upload) : []),
    ...(spec.precondition ? mistakesInPrecondition(spec) : [UNHONOURED]),
  ];
  for (const id of spec.params ? ["0", "a%00b"] : []) {
    const params = Object.fromEntries(Object.keys(spec.params.shape).map((name) => [name, id]));
    mistakes.push([`the id ${id}`, () => ({ target: `${method} ${pathOf(route, params)}` }), [404, "not_found"]]);
  }
  const key = takesKey(method, spec) ? "é" : "a";
  mistakes.push([`the Idempotency-Key ${key}`, withHeader("idempotency-key", key), badRequest(/Idempotency-Key/)]);
  return mistakes;
}

const UNHONOURED: Mistake = ["If-Match", withHeader("if-match", '"1"'), badRequest(/does not honour If-Match/)];

function mistakesInQuery({ method, route, spec }: Operation): Mistake[] {
  // `AnySpec` does not type the members of the query.
  const parameters: [string, unknown][] = Object.entries(spec.query?.shape ?? {});
  return parameters.flatMap(([name, schema]) => {
    const bad = (search: string, message: string): Mistake => [
      search,
      () => ({ target: `${method} ${pathOf(route)}?${search}` }),
      badRequest(message),
    ];
    const mayBeEmpty = (schema as z.ZodMiniType).safeParse("").success;
    return [
      bad(`${name}=1&${name}=1`, `${name} must be given at most once`),
      bad(`${name}=a%00b`, `${name} must`),
      ...(mayBeEmpty ? [] : [bad(`${name}=`, `${name} must`)]),
    ];
  });
}

function mistakesInBody({ body, bodyBytes = MAX_BODY_BYTES }: AnySpec): Mistake[] {
  const mistakes: Mistake[] = [
    [
      "an unknown field",
      (valid) => {
        const parsed = JSON.parse(String(valid.body ?? "{}"));
        const extend = (value: object) => ({ ...value, flavour: "red" });
        return { body: JSON.stringify(Array.isArray(parsed) ? parsed.map(extend) : extend(parsed)) };
      },
      badRequest(/flavour is not a known field/),
    ],
    [
      "too many bytes",
      (valid) => ({ body: String(valid.body ?? "{}").padEnd(bodyBytes + 1) }),
      [413, "payload_too_large"],
    ],
  ];
  mistakes.push([
    "another media type",
    withHeader("content-type", "text/plain"),
    [415, "unsupported_media_type", "Content-Type must be"],
  ]);
  mistakes.push([
    "compression",
    (valid) => ({ body: valid.body ?? "{}", headers: { "content-encoding": "gzip" } }),
    [415, "unsupported_media_type", "Content-Encoding must"],
  ]);
  const otherBody = isList(body) ? "{}" : "[]";
  mistakes.push([`the body “${otherBody}”`, () => ({ body: otherBody }), badRequest(/^body must be /)]);
  // PostgreSQL cannot store U+0000. Wherever a caller sends it, it is the caller's mistake.
  for (const name of Object.keys(body.shape ?? {}))
    mistakes.push([
      `U+0000 in the field ${name}`,
      (valid) => {
        const parsed = JSON.parse(String(valid.body ?? "{}"));
        return { body: JSON.stringify({ ...parsed, [name]: `${parsed[name] ?? "a"}\0` }) };
      },
      badRequest(new RegExp(`^${name}`)),
    ]);
  return mistakes;
}

function mistakesInUpload({ maxBytes }: NonNullable<AnySpec["upload"]>): Mistake[] {
  const wrongType: Refusal = [415, "unsupported_media_type"];
  const tooLong: Refusal = [413, "payload_too_large"];
  const long = () => new Uint8Array(maxBytes + 1);
  return [
    ["another media type", withHeader("content-type", "text/html"), wrongType],
    ["compression", withHeader("content-encoding", "gzip"), wrongType],
    ["an empty body", () => ({ body: "" }), badRequest("body must not be empty")],
    ["too many bytes", () => ({ body: long() }), tooLong],
    ["too many bytes in chunks", () => ({ body: long(), headers: { "transfer-encoding": "chunked" } }), tooLong],
  ];
}

function mistakesInPrecondition({ precondition }: AnySpec): Mistake[] {
  const sent = (tag: string, refusal: Refusal): Mistake => [`If-Match: ${tag}`, withHeader("if-match", tag), refusal];
  return [
    sent('"999"', [412, "precondition_failed"]),
    sent("999", badRequest("If-Match must be")),
    ...(precondition === "required" ? [sent("", [428, "precondition_required", "If-Match is required"])] : []),
  ];
}

describe.for(OPERATIONS)("$method $route refuses", (operation) => {
  let valid: ValidCall;
  let before: unknown;
  beforeAll(async () => {
    valid = await validCall(operation);
    before = await storedRows();
  });
  afterAll(async () => expect(await storedRows()).toEqual(before));

  test.for(mistakesIn(operation))("%s", async ([_what, change, [status, code, message]]) => {
    const { target, ...rest } = { ...valid, ...change(valid) };
    const headers = { ...valid.headers, ...rest.headers };
    const answer = await service.call(target, { key: credentialFor(operation.spec, service, admin), ...rest, headers });
    expectError(answer, status, code, message);
    if (operation.spec.upload && status === 415 && !headers["content-encoding"])
      expect(answer.headers.accept).toBe(operation.spec.upload.mediaTypes.join(", "));
  });
});
