import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";

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
