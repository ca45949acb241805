import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A network in front of a service, which fails as real networks do: the browser still says that it is online. */
export type Network = {
  origin: string;
  /** From now on, nothing gets through. Connections stay open. */
  stall(): void;
  /** Breaks all connections, and each new one. */
  cut(): void;
  /** Does so once the browser has sent this many bytes more. */
  cutAfter(bytes: number): void;
  /** Lets everything through again, including what is stuck in connections that are still open. */
  restore(): void;
  close(): void;
};

/** Starts a network that leads to a port of this machine. */
export async function startNetwork(port: number): Promise<Network> {
  let state: "working" | "stalled" | "cut" = "working";
  let left = Number.POSITIVE_INFINITY;
  const sockets = new Set<Socket>();
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("data", (part) => to.write(part));
    from.on("end", () => to.end());
    from.on("error", () => to.destroy());
    from.on("close", () => sockets.delete(from));
    if (state === "stalled") from.pause();
  };
  const server = createServer((client) => {
    if (state === "cut") return client.resetAndDestroy();
    const service = connect(port, "127.0.0.1");
    client.on("data", ({ length }) => {
      left -= length;
      if (left < 0) cut();
    });
    join(client, service);
    join(service, client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const breakAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const cut = () => {
    left = Number.POSITIVE_INFINITY;
    state = "cut";
    breakAll();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stall() {
      state = "stalled";
      for (const socket of sockets) socket.pause();
    },
    cut,
    cutAfter(bytes) {
      left = bytes;
    },
    restore() {
      state = "working";
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      breakAll();
    },
  };
}

/** The answer to raw text, as it came over the wire, and the connection. */
export type RawAnswer = { text: string; status: number; head: string; body: string; socket: Socket };

/** Sends raw text. Reads until the connection closes, or until a response with this end has arrived. */
export async function sendRaw(port: number, text: string, end = ""): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  let answer = "";
  const done = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.setEncoding("latin1").on("data", (chunk) => {
      answer += chunk;
      if (end !== "" && answer.endsWith(end)) resolve();
    });
  });
  socket.write(text, "latin1");
  await done;
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { text: answer, status: Number(answer.slice(9, 12)), head, body, socket };
}
