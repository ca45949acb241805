import * as z from "zod/mini";
import { secretOf } from "@/lib/applications/private-store";
import { Application } from "@/lib/applications/schema";
import { APPLICATION_STATUSES } from "@/lib/applications/status";
import { encodeJson } from "@/lib/http/json";
import { ORDER_STATUSES } from "@/lib/orders/status";
import { NO_PROFILE } from "@/lib/pets/profile/schema";
import { PET_STATUSES } from "@/lib/pets/status";
import { applicationBody, asVisitor } from "../applications";
import type { Answer, Call as Request } from "../service";
import type { Applicant, Call, IfMatch, Outcome } from "./calls";

// How a call is sent, and which parts of its answer the model compares.

export const Pet = z.object({
  id: z.bigint(),
  name: z.string(),
  categoryId: z.bigint(),
  status: z.enum(PET_STATUSES),
});
export const Order = z.object({
  id: z.bigint(),
  status: z.enum(ORDER_STATUSES),
  shipDate: z.nullable(z.string()),
});
const Photo = z.object({ id: z.bigint(), alt: z.string() });
const Profile = z.object({
  story: z.nullable(z.string()),
  sex: z.nullable(z.enum(["female", "male"])),
  photos: z.array(Photo),
});
const SentApplication = z.object({ status: z.enum(APPLICATION_STATUSES) });

/** A call that is one request with one answer. */
export type SimpleCall = Exclude<Call, { kind: "history" | "wait" | "addPhoto" }>;

/** Returns the request of a call about an animal. */
export function requestOf(petId: bigint, call: SimpleCall): Request & { line: string } {
  const path = `/v1/pets/${petId}`;
  switch (call.kind) {
    case "read":
      return { line: `GET ${path}` };
    case "orders":
      return { line: `GET /v1/store/orders?petId=${petId}&limit=100` };
    case "place":
      return { line: "POST /v1/store/orders", body: `{"petId":${petId}}` };
    case "change":
      return { line: `PATCH ${path}`, body: encodeJson(call.change), headers: headersOf(call.ifMatch) };
    case "profile":
      return { line: `GET ${path}/profile` };
    case "describe": {
      const body = encodeJson({ ...NO_PROFILE, ...call.profile });
      return { line: `PUT ${path}/profile`, body, headers: headersOf(call.ifMatch) };
    }
    case "remove":
      return { line: `DELETE ${path}`, headers: headersOf(call.ifMatch) };
    case "undo":
      return { line: `POST ${path}/history/${call.changeId}/undo`, body: "{}", headers: headersOf(call.ifMatch) };
    case "arrange":
      return { line: `PUT ${path}/photos`, body: encodeJson(call.photos), headers: headersOf(call.ifMatch) };
    case "removePhoto":
      return { line: `DELETE ${path}/photos/${call.photoId}`, headers: headersOf(call.ifMatch) };
    default:
      return requestAbout(petId, call);
  }
}

/** Returns the request of a call about an order or an application. */
function requestAbout(
  petId: bigint,
  call: Extract<SimpleCall, { id: string } | { orderId: bigint }>,
): ReturnType<typeof requestOf> {
  switch (call.kind) {
    case "apply": {
      const body = JSON.stringify(applicationOf(petId, call.id, call.from));
      return { line: "POST /v1/applications", body, ...(call.from !== "person" && visitorOf(petId)) };
    }
    case "application":
      return { line: `GET /v1/applications/${call.id}` };
    case "decide": {
      const { id, decision, ifMatch } = call;
      return { line: `PATCH /v1/applications/${id}`, body: JSON.stringify(decision), headers: headersOf(ifMatch) };
    }
    case "schedule":
      return { line: `PATCH /v1/store/orders/${call.orderId}`, body: JSON.stringify({ shipDate: call.shipDate }) };
    case "deleteApplication":
      return { line: `DELETE /v1/applications/${call.id}` };
    case "undoOrder": {
      const body = JSON.stringify({ status: call.status });
      return { line: `POST /v1/store/orders/${call.orderId}/undo`, body };
    }
    case "withdraw": {
      const body = JSON.stringify({ secret: secretOf(call.id) });
      return { line: `POST /v1/applications/${call.id}/withdraw`, body, ...visitorOf(petId) };
    }
    default:
      return { line: `POST /v1/store/orders/${call.orderId}/${call.kind}`, body: "{}" };
  }
}

const visitorOf = (petId: bigint) => asVisitor(addressOf(petId));

/** Returns the IP address of all visitors who apply for an animal. */
export const addressOf = (petId: bigint) =>
  `10.${[petId >> 16n, petId >> 8n, petId].map((part) => part & 255n).join(".")}`;

function applicationOf(petId: bigint, id: string, from: Applicant): object {
  const email = `visitor-${petId}@home.example`;
  return applicationBody(petId, {
    id,
    email,
    retryToken: id,
    ...(from === "program" && { homepage: "https://spam.example" }),
  });
}

function headersOf(ifMatch: IfMatch): Record<string, string> {
  return ifMatch === null ? {} : { "if-match": ifMatch === "*" ? "*" : `"${ifMatch}"` };
}

/** Returns the parts of an answer that the model compares. */
export function outcomeOf({ kind }: Pick<Call, "kind">, { status, json, headers }: Answer): Outcome {
  if (status >= 400) return { status };
  const version = headers.etag === undefined ? undefined : BigInt(headers.etag.replaceAll('"', ""));
  switch (kind) {
    case "remove":
    case "deleteApplication":
      return { status };
    case "orders":
      return { status, list: z.array(Order).parse(json) };
    case "place":
    case "complete":
    case "cancel":
    case "return":
    case "schedule":
    case "undoOrder":
      return { status, order: Order.parse(json) };
    case "apply":
    case "withdraw":
      return { status, application: SentApplication.parse(json) };
    case "application":
    case "decide":
      return { status, application: applicationIn(json) };
    case "removePhoto":
      return { status, ...(version && { version }) };
    case "addPhoto":
      return { status, photo: Photo.parse(json), ...(version && { version }) };
    case "arrange":
      return { status, photos: z.array(Photo).parse(json), ...(version && { version }) };
    case "profile":
    case "describe": {
      const { photos, ...profile } = Profile.parse(json);
      return { status, profile, photos, ...(version && { version }) };
    }
    default: {
      const { id: _id, ...pet } = Pet.parse(json);
      return { status, pet, ...(version && { version }) };
    }
  }
}

function applicationIn(json: unknown): NonNullable<Outcome["application"]> {
  const { id, status, folder, note, orderId, version, history } = Application.parse(json);
  // The completion and return of its order are not changes of the application.
  const changes = history.map((entry) => entry.changes).filter(({ order, status }) => !order || status);
  const rest = { version: BigInt(version), history: changes.toReversed() };
  return { id, status, suspicious: folder === "suspicious", note, orderId, ...rest };
}
