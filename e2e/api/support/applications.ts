import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { mintBrowserToken, VISITOR, VISITOR_SCOPES } from "@/lib/api/browser-token";
import { createApplication } from "@/lib/applications/create-store";
import { formToken } from "@/lib/applications/limits";
import { secretOf } from "@/lib/applications/private-store";
import { NewApplication, SentApplication } from "@/lib/applications/schema";
import type { PetStatus } from "@/lib/pets/status";
import { createPet } from "@/lib/pets/store";
import { now } from "@/lib/process/clock";
import { expectCommon } from "./answers";
import type { Answer, Service } from "./service";

/** The environment for a suite with mail, in which each call may come from another IP address. */
export const WITH_MAIL = {
  TRUSTED_PROXIES: "1",
  SMTP_URL: "smtp://mail.example",
  MAIL_FROM: "Happy Paws <hello@pets.example>",
  SITE_URL: "https://pets.example",
};

/** Adds an animal. */
export function newPet(name = "Biscuit", status: PetStatus = "available") {
  return createPet({ kind: "service" }, { name, categoryId: 1n, status });
}

/** Returns the body of an application as a person sends it, a minute after the form was made. */
export function applicationBody(petId: bigint, more: object = {}) {
  return {
    id: randomUUID(),
    petId: Number(petId),
    name: "Ada Marlowe",
    email: `${randomUUID()}@home.example`,
    message: "We would love to give this animal a home.\nCan we visit?",
    consent: true,
    formToken: formToken(now() - 60_000),
    retryToken: randomUUID(),
    ...more,
  };
}

/** Stores an application for an animal (a new one by default), without what visitors are checked for. */
export async function sentApplication(petId?: bigint, more: object = {}): Promise<Required<SentApplication>> {
  const id = petId ?? (await newPet()).id;
  const input = NewApplication.parse({ ...applicationBody(id, more), petId: id });
  const { version: _, ...sent } = await createApplication({ kind: "applicant" }, input);
  return { ...sent, secret: secretOf(input.id) };
}

let addresses = 0;
/** Returns an IP address that was not used before. */
export const newAddress = () => `10.0.${Math.floor(++addresses / 256)}.${addresses % 256}`;

/** Returns the credentials and headers of a call by a visitor's browser. */
export function asVisitor(address = newAddress()) {
  const key = mintBrowserToken({ sub: VISITOR, scopes: VISITOR_SCOPES }).token;
  return { key, headers: { "x-forwarded-for": address } };
}

/** Sends an application as a visitor, from a new IP address by default. */
export function apply(service: Service, body: object, address?: string): Promise<Answer> {
  return service.call("POST /v1/applications", { ...asVisitor(address), body: JSON.stringify(body) });
}

/** Calls an operation of the private page as a visitor. */
export function asApplicant(service: Service, id: string, action: "view" | "withdraw", secret: string) {
  return service.call(`POST /v1/applications/${id}/${action}`, { ...asVisitor(), body: JSON.stringify({ secret }) });
}

/** Checks the answer to a new application, and returns its body. */
export function expectSent(answer: Answer): SentApplication {
  expect(answer, answer.text).toMatchObject({ status: 201 });
  expectCommon(answer);
  return SentApplication.parse(answer.json);
}
