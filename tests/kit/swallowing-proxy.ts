import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** Stands before a database and can begin to swallow what goes over the connections that are open, as a dead firewall does: no end of them comes, and new ones work. */
export class SwallowingProxy {
  private readonly server: Server;
  private readonly open = new Set<Socket>();
  private readonly all = new Set<Socket>();

  private constructor(private readonly to: URL) {
    this.server = createServer((client) => this.join(client));
  }

  static async start(databaseUrl: string): Promise<SwallowingProxy> {
    const proxy = new SwallowingProxy(new URL(databaseUrl));
    await new Promise<void>((up) => proxy.server.listen(0, "127.0.0.1", up));
    return proxy;
  }

  /** The database's address by way of it. */
  get url(): string {
    const here = new URL(this.to);
    [here.hostname, here.port] = ["127.0.0.1", String((this.server.address() as AddressInfo).port)];
    return here.href;
  }

  /** How many connections it swallows from now on. */
  swallow(): number {
    for (const socket of this.open) socket.unpipe().resume();
    const count = this.open.size / 2;
    this.open.clear();
    return count;
  }

  close(): void {
    this.server.close();
    for (const socket of this.all) socket.destroy();
  }

  private join(client: Socket): void {
    const server = connect(Number(this.to.port), this.to.hostname);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.open.add(one);
      this.all.add(one);
      one.pipe(other);
      one.on("error", () => undefined);
      one.once("close", () => {
        this.all.delete(one);
        if (!this.open.delete(one)) return;
        this.open.delete(other);
        other.destroy();
      });
    }
  }
}
