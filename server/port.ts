import { createServer, type Server } from "node:net";

/** @throws Error when the server does not listen */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port");
  return address.port;
}

/** Of the loopback address, free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const port = portOf(probe);
      probe.close(() => resolve(port));
    });
  });
}
