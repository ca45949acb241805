import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { closeAfter, gatherAhead, isAfterLastRequest } from "./bodies";

/** The response to the last of them closes the connection. */
const MAX_WAITING = 100;
/** After this many requests too many a client is disconnected. Node.js keeps each of them in memory. */
const MAX_IGNORED = 250;

type Receiver = (request: IncomingMessage, response: ServerResponse) => void;

/** `ignored`: came too late. */
type Queue = { waiting: number; ignored: number };

/**
 * Starts each pipelined request (RFC 9112, 9.3.2) only when the earlier ones were answered. Node.js would start all,
 * and a waiting response has no socket: what frees something when the socket closes, as Next.js does with files, never
 * would.
 */
export function serializePipelined(receive: Receiver): Receiver {
  const queues = new WeakMap<Socket, Queue>();
  return (request, response) => {
    const { socket } = request;
    // The response that is first in line has the connection.
    if (response.socket !== null) return isAfterLastRequest(request) ? undefined : receive(request, response);
    const queue = queues.get(socket) ?? { waiting: 0, ignored: 0 };
    queues.set(socket, queue);
    if (isAfterLastRequest(request)) {
      // Most of the memory of the request.
      request.rawHeaders.length = 0;
      if (++queue.ignored === MAX_IGNORED) socket.destroy();
      return;
    }
    if (++queue.waiting === MAX_WAITING) closeAfter(response, socket);
    const passOn = gatherAhead(request);
    // Never emitted if the connection closes before.
    response.once("socket", () => {
      queue.waiting--;
      passOn();
      receive(request, response);
    });
  };
}
