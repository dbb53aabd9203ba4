import { createServer, type Socket } from "node:net";
import { limitDifferent } from "~/kit/ground/limit-different";
import { log } from "~/kit/ground/log.server";
import { networkOf } from "~/kit/ground/network-of";
import { type Settings, settings } from "~/kit/ground/settings.server";
import { Connection } from "./connection.server";
import type { TerminalLink } from "./terminal-link";

export interface Gateway {
  port: number;
  close(): Promise<void>;
}

/**
 * Listens for terminals that speak JT/T 808. One too many takes the place of the oldest connection that has not shown a
 * code, of its address or in all; only where all have is it turned away.
 */
export async function startGateway(link: TerminalLink, limits: Settings = settings()): Promise<Gateway> {
  const { GATEWAY_HOST, GATEWAY_PORT, GATEWAY_CONNECTIONS, GATEWAY_ADDRESS_CONNECTIONS } = limits;
  const all = new HeldConnections();
  const ofNetwork = new Map<string, HeldConnections>();
  const ofTerminal = new Map<string, Connection>();
  const isNamed = limitDifferent({ most: limits.GATEWAY_ADDRESS_NUMBERS, withinMs: 3_600_000 });
  const forget = (connection: Connection) => {
    const network = networkOf(connection.address);
    const here = ofNetwork.get(network);
    here?.delete(connection);
    if (here?.size === 0) ofNetwork.delete(network);
    all.delete(connection);
  };
  const makeRoom = (held: HeldConnections, most: number) => {
    if (held.size < most) return true;
    const [oldest] = held.strangers;
    if (!oldest) return false;
    forget(oldest);
    oldest.end("another one waits for its place");
    return true;
  };
  const around = {
    entered: (one: Connection, { devUuid }: { devUuid: string }) => {
      const before = ofTerminal.get(devUuid);
      if (before !== one) before?.end("the terminal has connected anew");
      ofTerminal.set(devUuid, one);
      for (const held of [all, ofNetwork.get(networkOf(one.address))]) held?.strangers.delete(one);
    },
    mayName: (address: string, phone: string) => isNamed(networkOf(address), phone),
  };
  const server = createServer((socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const network = networkOf(address);
    const here = ofNetwork.get(network) ?? new HeldConnections();
    if (!makeRoom(here, GATEWAY_ADDRESS_CONNECTIONS) || !makeRoom(all, GATEWAY_CONNECTIONS)) {
      log.warn({ address, here: here.size, all: all.size }, "too many terminals are connected");
      return void socket.destroy();
    }
    const connection = new Connection(socket, link, limits, around);
    ofNetwork.set(network, here);
    here.add(connection);
    all.add(connection);
    socket.once("close", () => {
      forget(connection);
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
        for (const connection of all.connections) connection.end("the gateway stops");
      }),
  };
}

/** Connections, and those of them that have not shown a code, the oldest first. */
class HeldConnections {
  readonly connections = new Set<Connection>();
  readonly strangers = new Set<Connection>();

  get size(): number {
    return this.connections.size;
  }

  add(connection: Connection): void {
    this.connections.add(connection);
    this.strangers.add(connection);
  }

  delete(connection: Connection): void {
    this.connections.delete(connection);
    this.strangers.delete(connection);
  }
}
