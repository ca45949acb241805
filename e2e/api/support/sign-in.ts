import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { POST } from "@/app/api/auth/[...all]/route";
import { GET } from "@/app/browser-token/route";
import type { Answer, Call, Service } from "./service";

/** Stands in for Next.js in suites that sign in: the routes for signing in, without building a page. */
export async function signInRoutes(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", headers } = request;
  const body = method === "POST" ? (Readable.toWeb(request) as ReadableStream<Uint8Array>) : null;
  const asked = new Request(`http://${headers.host}${request.url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(body && { body, duplex: "half" }),
  });
  const answer = await (method === "POST" ? POST(asked) : GET(asked));
  const bytes = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  response.writeHead(answer.status).end(bytes);
}

/** A browser, which stores the cookies that it receives. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly service: Service,
    /** Headers for every request, such as X-Forwarded-For. */
    private readonly headers: Record<string, string> = {},
  ) {}

  async post(path: string, body: object, more: Record<string, string> = {}): Promise<Answer> {
    return this.call(`POST ${path}`, { body: JSON.stringify(body), headers: more });
  }

  signIn(email: string, password: string): Promise<Answer> {
    return this.post("/api/auth/sign-in/email", { email, password });
  }

  /** Changes the password as the pages do. */
  changePassword(currentPassword: string, newPassword: string): Promise<Answer> {
    return this.post("/api/auth/change-password", { currentPassword, newPassword });
  }

  signOut(): Promise<Answer> {
    return this.post("/api/auth/sign-out", {});
  }

  /** The cookie whose name begins with this prefix, as `name=value`. */
  cookie(prefix: string): string | undefined {
    return [...this.cookies].find(([name]) => name.startsWith(prefix))?.join("=");
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  /** The token with which this browser's pages call the API. */
  async token(): Promise<string> {
    return JSON.parse((await this.call("GET /browser-token", {})).text).token;
  }

  private async call(target: string, { headers, ...rest }: Call): Promise<Answer> {
    const cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
    const origin = { origin: this.service.origin, cookie };
    const answer = await this.service.call(target, {
      key: null,
      headers: { ...origin, ...this.headers, ...headers },
      ...rest,
    });
    for (const line of answer.headers["set-cookie"] ?? []) this.keep(line);
    return answer;
  }

  private keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "" || /max-age=0\b/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
