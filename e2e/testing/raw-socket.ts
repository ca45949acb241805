import { connect, type Socket } from "node:net";

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
