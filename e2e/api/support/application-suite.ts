import { beforeAll, expect } from "vitest";
import { Application } from "@/lib/applications/schema";
import { db } from "@/lib/database/client";
import { getPet } from "@/lib/pets/store";
import { WITH_MAIL } from "./applications";
import { undoLatest } from "./records";
import { type Answer, newPerson, type SignedInPerson, suiteService } from "./service";

/** Starts a service, with a person of the shelter who reads and changes applications. */
export function suiteApplications() {
  const service = suiteService({ environment: WITH_MAIL });
  let person: SignedInPerson;
  beforeAll(async () => {
    person = await newPerson();
  });
  const staff = () => person;

  const change = (id: string, body: object, ifMatch = "*", key = person.token, more = {}) => {
    const headers = { "if-match": ifMatch, ...more };
    return service.call(`PATCH /v1/applications/${id}`, { key, body: JSON.stringify(body), headers });
  };

  async function read(id: string): Promise<Application> {
    return expectChanged(await service.call(`GET /v1/applications/${id}`, { key: person.token }));
  }

  /** Calls an operation, with whatever it does to others. */
  const send = (target: string, body: object = {}, headers: Record<string, string> = {}) =>
    service.call(target, { key: person.token, body: JSON.stringify(body), headers: { confirm: "*", ...headers } });
  const patch = (petId: bigint, body: object) => send(`PATCH /v1/pets/${petId}`, body, { "if-match": "*" });
  /** Undoes the latest change of an animal. */
  const undo = (petId: bigint) => undoLatest(service, petId, { key: person.token });
  return { service, staff, change, read, send, patch, undo };
}

/** Checks an answer with an application, and returns it. */
export function expectChanged(answer: Answer): Application {
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return Application.parse(answer.json);
}

/**
 * Returns the templates of the e-mails about an application, in alphabetical order. For a new status, with that status.
 */
export async function mailsOf(id: string): Promise<string[]> {
  const mails = await db().job.findMany({ where: { about: `application:${id}` } });
  return mails
    .map(({ template, data }) => {
      const [, status] = /"status":"(\w+)"/.exec(JSON.stringify(data)) ?? [];
      return status ? `${template}: ${status}` : String(template);
    })
    .toSorted();
}

/** Returns the status of an animal. */
export const statusOf = async (petId: bigint) => (await getPet(petId, "all")).status;
