import { createServer, type Socket } from "node:net";
import { log } from "~/kit/ground/log.server";
import { type Settings, settings } from "~/kit/ground/settings.server";
import { Connection } from "./connection.server";
import type { TerminalLink } from "./terminal-link";

export interface Gateway {
  port: number;
  close(): Promise<void>;
}

/** Listens for terminals that speak JT/T 808. */
export async function startGateway(link: TerminalLink, limits: Settings = settings()): Promise<Gateway> {
  const { GATEWAY_HOST, GATEWAY_PORT, GATEWAY_CONNECTIONS, GATEWAY_ADDRESS_CONNECTIONS } = limits;
  const open = new Set<Connection>();
  const ofAddress = new Map<string, number>();
  const ofTerminal = new Map<string, Connection>();
  const server = createServer((socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const here = (ofAddress.get(address) ?? 0) + 1;
    if (open.size >= GATEWAY_CONNECTIONS || here > GATEWAY_ADDRESS_CONNECTIONS) {
      log.warn({ address, here, all: open.size }, "too many terminals are connected");
      return void socket.destroy();
    }
    ofAddress.set(address, here);
    const connection = new Connection(socket, link, limits, (one, { devUuid }) => {
      const before = ofTerminal.get(devUuid);
      if (before !== one) before?.end("the terminal has connected anew");
      ofTerminal.set(devUuid, one);
    });
    open.add(connection);
    socket.once("close", () => {
      open.delete(connection);
      const left = ofAddress.get(address)! - 1;
      if (left > 0) ofAddress.set(address, left);
      else ofAddress.delete(address);
      const devUuid = connection.session.terminal?.devUuid;
      if (devUuid && ofTerminal.get(devUuid) === connection) ofTerminal.delete(devUuid);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(GATEWAY_PORT, GATEWAY_HOST, 4096, resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of open) connection.end("the gateway stops");
      }),
  };
}
