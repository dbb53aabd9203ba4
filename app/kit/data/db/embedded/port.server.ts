import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the range of outgoing connections: there a client retrying a closed port can get connected to itself. */
export async function freePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred;
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(15_000, 30_000);
    if (await isFree(port)) return port;
  }
  throw new Error("在 127.0.0.1 上找不到空闲端口给数据库用。");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
