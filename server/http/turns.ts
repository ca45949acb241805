import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { closeAfter, gatherAhead, isAfterLastRequest } from "./bodies";

/** Requests of one connection that may wait for their turn; the answer to the last of them closes the connection. */
const MAX_WAITING = 100;
/** A client that has sent this many requests too many is cut off: Node.js keeps each of them until then. */
const MAX_IGNORED = 250;

type Receiver = (request: IncomingMessage, response: ServerResponse) => void;

/** How many requests wait on a connection, and how many came too late. */
type Queue = { waiting: number; ignored: number };

/**
 * Starts a pipelined request (RFC 9112, 9.3.2) when the answers to the earlier ones of its connection are sent. Node.js
 * would start all together, and a waiting response has no socket yet: code that closes what it holds when the socket
 * closes, such as the files that Next.js sends, would hold it for good.
 */
export function inTurns(receive: Receiver): Receiver {
  const queues = new WeakMap<Socket, Queue>();
  return (request, response) => {
    const { socket } = request;
    // The response has the connection when it is the first in line.
    if (response.socket !== null) return isAfterLastRequest(request) ? undefined : receive(request, response);
    const queue = queues.get(socket) ?? { waiting: 0, ignored: 0 };
    queues.set(socket, queue);
    if (isAfterLastRequest(request)) {
      // Frees most of the memory of the request.
      request.rawHeaders.length = 0;
      if (++queue.ignored === MAX_IGNORED) socket.destroy();
      return;
    }
    if (++queue.waiting === MAX_WAITING) closeAfter(response, socket);
    const passOn = gatherAhead(request);
    // Emitted when it is this response's turn; never, if the connection is closed before.
    response.once("socket", () => {
      queue.waiting--;
      passOn();
      receive(request, response);
    });
  };
}
