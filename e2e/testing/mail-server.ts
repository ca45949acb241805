import { createServer, type Server, type Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { portOf } from "@/server/port";

/** An e-mail as it arrived. */
export type ReceivedMail = { id: string; from: string; to: string[]; user: string | undefined; raw: string };
/** A step of SMTP that can be refused. */
type Step = "auth" | "from" | "to" | "data";

/** A mail server in the process of the test. It accepts everything, unless told otherwise. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Refuses this step of mail to an e-mail address that matches. */
  refuse: { step: Step; code: number; text: string; to?: RegExp } | null = null;
  /** Called with each e-mail before it is accepted. The result is awaited. */
  beforeAccept: (mail: ReceivedMail) => unknown = () => {};
  /** Called when a connection is opened. */
  onConnection: () => unknown = () => {};
  /** How many connections were opened. */
  connections = 0;
  private server: SMTPServer | null = null;
  port = 0;

  /** Listens, on the same port as before if it listened before. */
  async listen(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      hideSTARTTLS: true,
      logger: false,
      disableReverseLookup: true,
      closeTimeout: 1,
      onConnect: (_session, done) => {
        this.connections++;
        this.onConnection();
        done();
      },
      onAuth: ({ username = "" }, _session, done) => {
        const refusal = this.refusalOf("auth", []);
        if (refusal) done(refusal);
        else done(null, { user: username });
      },
      onMailFrom: (_address, _session, done) => done(this.refusalOf("from", [])),
      onRcptTo: ({ address }, _session, done) => done(this.refusalOf("to", [address])),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => void this.accept(Buffer.concat(chunks).toString(), session).then(done));
      },
    });
    // Clients that disconnect are part of these tests.
    server.on("error", () => {});
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
    this.port = portOf(server.server);
  }

  /** Stops listening and closes its connections immediately. */
  async close(): Promise<void> {
    const { server } = this;
    this.server = null;
    for (const connection of server?.connections ?? []) connection.close();
    await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
  }

  private async accept(raw: string, { envelope, user }: SMTPServerSession): Promise<Error | null> {
    const to = envelope.rcptTo.map(({ address }) => address);
    const from = envelope.mailFrom ? envelope.mailFrom.address : "";
    const mail = { id: headerOf(raw, "Message-ID"), from, to, user: user && String(user), raw };
    const refusal = this.refusalOf("data", to);
    if (refusal) return refusal;
    await this.beforeAccept(mail);
    this.received.push(mail);
    return null;
  }

  private refusalOf(step: Step, to: readonly string[]): Error | null {
    const { refuse } = this;
    if (refuse?.step !== step || (refuse.to && !to.some((address) => refuse.to?.test(address)))) return null;
    return Object.assign(new Error(refuse.text), { responseCode: refuse.code });
  }
}

/** Returns the value of a header, unfolded, or "" if there is none. */
export function headerOf(raw: string, name: string): string {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1] ?? "";
}

/** Returns a server that accepts connections and never sends anything. */
export async function listenSilently(): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  return { port: portOf(server), close };
}
