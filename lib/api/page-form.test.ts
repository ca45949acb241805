import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DomainError } from "../domain";
import { ApiError } from "../http/errors";
import { closeLimiter } from "../limits/limiter";
import { setClock } from "../process/clock";
import { parseEnv } from "../process/env";
import { setSettings } from "../process/settings";
import { type PageForm, processForm } from "./page-form";

vi.mock("../database/client", () => ({ db: vi.fn() }));
vi.mock("../database/health", () => ({ logFailure: vi.fn() }));

const TYPE = "application/x-www-form-urlencoded";

beforeEach(() => {
  setSettings(parseEnv({ VISITOR_LIMIT: "1,9" }));
  setClock(() => 0);
});
afterEach(closeLimiter);

const FORM: PageForm = {
  path: /^\/x$/,
  bodyBytes: 9,
  isForgeable: true,
  submit: async ({ params, fields }) => ({ to: `/${params.id}/${fields.get("name")}` }),
};

const REQUEST = { method: "POST", host: "x", path: "/x", search: "", address: "192.0.2.3" };

function submit(
  form: Partial<PageForm>,
  sent: Record<string, string> = {},
  body: Uint8Array | null = Buffer.from("name=a%C3%A9"),
) {
  const headers: Record<string, string> = { "content-type": TYPE, origin: "http://x", ...sent };
  const read = vi.fn(async () => body);
  const header = (name: string) => headers[name] ?? null;
  const request = { ...REQUEST, header, read, readParts: read };
  return processForm({ ...FORM, ...form }, request as never, { id: "7" });
}

const refused = (code: string, retryAfterSeconds: number | null = null) => ({ refused: { code, retryAfterSeconds } });
const failing = (error: unknown): Partial<PageForm> => ({ submit: () => Promise.reject(error) });

test.each<[what: string, answer: object, form: Partial<PageForm>, headers?: Record<string, string>, body?: null]>([
  ["leads to its next page", { to: "/7/aé" }, {}],
  ["may name its charset", { to: "/7/aé" }, {}, { "content-type": `${TYPE.toUpperCase()} ; charset=utf-8` }],
  ["comes from another site", refused("forbidden"), {}, { origin: "https://other.example" }],
  ["may come from anywhere", { to: "/7/aé" }, { isForgeable: false }, { origin: "https://other.example" }],
  ["has no type", refused("unsupported_media_type"), {}, { "content-type": "" }],
  ["has another type", refused("unsupported_media_type"), {}, { "content-type": `${TYPE}x` }],
  ["has a type that ends like it", refused("unsupported_media_type"), {}, { "content-type": `x/${TYPE}` }],
  ["is too long", refused("payload_too_large"), {}, {}, null],
  ["is refused by a store", refused("conflict", 7), failing(new DomainError("conflict", "No", 7))],
  ["is refused by a store for good", refused("conflict"), failing(new DomainError("conflict", "No"))],
  ["is refused by the API", refused("not_found"), failing(new ApiError("not_found", "No"))],
  ["finds no database", refused("unavailable", 5), failing({ code: "08006" })],
  ["fails", refused("internal"), failing(new Error("broken"))],
])("a form that %s", async (_what, answer, form, headers, body) => {
  expect(await submit(form, headers, body)).toEqual(answer);
});

test("each form counts for the limit of visitors, and a refused one may be shown again", async () => {
  await submit({});
  expect(await submit({})).toEqual(refused("rate_limited", 60));
  const showAgain = vi.fn(() => ({ again: "form" }));
  expect(await submit({ showAgain })).toEqual({ again: "form" });
  const input = { params: { id: "7" }, fields: expect.any(URLSearchParams), address: "192.0.2.3" };
  expect(showAgain).toHaveBeenCalledWith(input, { code: "rate_limited", retryAfterSeconds: 60 });
  expect(await submit({ showAgain }, {}, null)).toEqual(refused("payload_too_large"));
  expect(await submit({ showAgain: () => null })).toEqual(refused("rate_limited", 60));
});
