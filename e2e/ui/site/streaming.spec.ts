import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { addPet } from "../support/key-calls";
import { expect, test } from "../support/service";

/** Places where the network may pause. */
const STARTS = /<(?:section|article|nav|h1|h2|h3|p|ul|li|dl|search|address|svg class="picture)\b/g;

/** Cuts the content of a page at the starts of its elements. Scripts and the head are never cut. */
function piecesOf(html: string): string[] {
  const [begin, end] = [html.indexOf("<main"), html.indexOf("</footer>")];
  const isInScript = (at: number) => html.lastIndexOf("<script", at) > html.lastIndexOf("</script", at);
  const starts = [...html.matchAll(STARTS)].map(({ index }) => index);
  const cuts = starts.filter((at) => at > begin && at < end && !isInScript(at));
  return [0, ...cuts].map((at, index) => html.slice(at, cuts[index]));
}

/** Waits until a page has painted elements that were not there before. Returns how many elements it has now. */
async function painted(page: Page, before: number): Promise<number> {
  const count = await page.waitForFunction(
    (old) => {
      const { length } = document.getElementsByTagName("*");
      return location.protocol === "http:" && length > old && length;
    },
    before,
    { polling: "raf" },
  );
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return Number(await count.jsonValue());
}

/**
 * Passes requests on to the service. Its pages arrive in pieces, and each piece waits until the last one is painted.
 */
async function deliverInPieces(page: Page, origin: string) {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse, answer: IncomingMessage) => {
    const { "content-length": length, ...headers } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, headers);
    if (!headers["content-type"]?.startsWith("text/html")) return answer.pipe(outgoing);
    const pieces = piecesOf(Buffer.concat(await answer.toArray()).toString());
    expect(pieces.length, `${incoming.url} has no places to cut`).toBeGreaterThan(20);
    let elements = 0;
    for (const piece of pieces) {
      outgoing.write(piece);
      elements = await painted(page, elements);
    }
    return outgoing.end();
  };
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const options = { method, headers: { ...headers, "accept-encoding": "identity" } };
    incoming.pipe(request(origin + url, options, (answer) => void pass(incoming, outgoing, answer)));
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  return { proxy, origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

for (const [width, height] of [
  [360, 1600],
  [1280, 1000],
] as const)
  test(`nothing moves while a page arrives in pieces, ${width} pixels wide`, async ({ page, service }) => {
    // The second card needs more lines than the first.
    for (const name of ["A name that needs more than one line", "Wee"]) await addPet(service, name);
    const { proxy, origin } = await deliverInPieces(page, service.origin);
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          moved.push(`${value} ${sources.map(({ node }) => node?.textContent?.slice(0, 60))}`);
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const path of ["/", "/animals/1", "/animals/59/apply"]) {
      await page.goto(origin + path, { waitUntil: "networkidle" });
      expect(await page.evaluate("moved"), path).toEqual([]);
    }
    proxy.closeAllConnections();
    proxy.close();
  });
