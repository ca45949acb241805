import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";

/** Starts a real Redis on a port, which writes nothing to the disk. Resolves when it answers. */
export async function startRedis(program: string, port: number): Promise<ChildProcess> {
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", tmpdir()];
  const redis = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve) => {
    redis.stdout.on("data", (text) => /Ready to accept connections/.test(String(text)) && resolve());
  });
  return redis;
}
