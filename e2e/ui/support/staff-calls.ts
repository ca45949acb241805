import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Service } from "./service";

type Call = { path: string; method?: string; body?: object; ifMatch?: string };

/** Calls the API as the person who is signed in on the page, one call after another. Returns the answers. */
export function callAs<T>(page: Page, calls: Call[]): Promise<T[]> {
  return page.evaluate(async (list) => {
    const { token } = await (await fetch("/browser-token")).json();
    const send = async ({ path, method = "GET", body, ifMatch }: Call) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        ...(body && { "Content-Type": "application/json" }),
        ...(ifMatch && { "If-Match": ifMatch }),
      };
      const response = await fetch(`/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return response.status === 204 ? null : response.json();
    };
    const answers: T[] = [];
    for (const call of list) answers.push(await send(call));
    return answers;
  }, calls);
}

/** Adds animals of a kind, one after another, and returns their ids. */
export async function addPets(page: Page, kind: number, names: string[]): Promise<number[]> {
  const calls = names.map((name) => ({ path: "/pets", method: "POST", body: { name, categoryId: kind } }));
  return (await callAs<{ id: number }>(page, calls)).map(({ id }) => id);
}

/** Returns names that end with a number: "Many 001". */
export const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix} ${String(index + 1).padStart(3, "0")}`);

/**
 * Sends an application to adopt as the person who is signed in, and returns its id. Without a home, it is a question.
 */
export async function sendApplication(page: Page, petId: number, more: object): Promise<string> {
  const id = randomUUID();
  const contact = { email: "ada@home.example", home: "A house with a garden." };
  const body = { id, petId, ...contact, message: "We have a garden.", consent: true };
  const retryToken = randomUUID();
  await callAs(page, [{ path: "/applications", method: "POST", body: { ...body, retryToken, ...more } }]);
  return id;
}

type Sent = { id: string; privatePath: string };

/**
 * Sends an application with a visitor's token, but without the form, so the service may find it suspicious. Without a
 * home, it is a question. Returns its id, and the path of its private page.
 */
export async function sendAsVisitor({ origin }: Service, petId: number, more: object): Promise<Sent> {
  const { token } = await (await fetch(`${origin}/browser-token`)).json();
  const id = randomUUID();
  const known = { id, petId, name: "Ada", email: `${id}@home.example`, consent: true, retryToken: randomUUID() };
  const sent = await fetch(`${origin}/v1/applications`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...known, ...more }),
  });
  const { secret, message } = await sent.json();
  if (!sent.ok) throw new Error(`${sent.status} ${message}`);
  return { id, privatePath: `/applications/${id}/${secret}` };
}
