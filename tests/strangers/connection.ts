import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  text: string;
}

/** One TCP connection to the program, as a proxy that keeps it would use it. */
export class Connection {
  private received = Buffer.alloc(0);
  private waiting: () => void = () => undefined;
  ended = false;
  fault: string | undefined;

  private constructor(readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on("data", (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.waiting();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => (this.fault = error.code ?? error.message));
    for (const event of ["end", "close"])
      socket.on(event, () => {
        this.ended = true;
        this.waiting();
      });
  }

  /** `from` is the client's own address, so that one machine can be several. */
  static async open(url: string, from?: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), localAddress: from, allowHalfOpen: true });
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    return new Connection(socket);
  }

  write(data: string | Buffer): void {
    if (this.socket.writable) this.socket.write(data);
  }

  /** The next whole answer; undefined when it does not come within `patience` ms. */
  async answer(patience: number, headOnly = false): Promise<RawAnswer | undefined> {
    const until = Date.now() + patience;
    for (;;) {
      const found = this.take(headOnly);
      if (found) return found;
      const left = until - Date.now();
      if (left <= 0 || this.ended) return undefined;
      await this.more(left);
    }
  }

  /** Whether the other side ends the connection within `patience` ms, which is no reset. */
  async endsWithin(patience: number): Promise<boolean> {
    const until = Date.now() + patience;
    while (!this.ended && Date.now() < until) await this.more(until - Date.now());
    return this.ended;
  }

  destroy(): void {
    this.socket.destroy();
  }

  private async more(patience: number): Promise<void> {
    await Promise.race([new Promise<void>((resolve) => (this.waiting = resolve)), sleep(patience)]);
  }

  private take(headOnly: boolean): RawAnswer | undefined {
    const headEnd = this.received.indexOf("\r\n\r\n");
    if (headEnd < 0) return undefined;
    const [first = "", ...lines] = this.received.subarray(0, headEnd).toString("latin1").split("\r\n");
    const status = Number(first.split(" ")[1]);
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const rest = this.received.subarray(headEnd + 4);
    if (status === 100) {
      this.received = rest;
      return this.take(headOnly);
    }
    const found = headOnly || [204, 304].includes(status) ? { text: "", length: 0 } : bodyOf(rest, headers, this.ended);
    if (!found) return undefined;
    this.received = rest.subarray(found.length);
    return { status, headers, text: found.text };
  }
}

function bodyOf(
  rest: Buffer,
  headers: ReadonlyMap<string, string>,
  ended: boolean,
): { text: string; length: number } | undefined {
  const length = headers.get("content-length");
  if (length !== undefined)
    return rest.length < Number(length)
      ? undefined
      : { text: rest.subarray(0, Number(length)).toString(), length: Number(length) };
  if (headers.get("transfer-encoding") !== "chunked")
    return ended ? { text: rest.toString(), length: rest.length } : undefined;
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const line = rest.indexOf("\r\n", at);
    if (line < 0) return undefined;
    const size = Number.parseInt(rest.subarray(at, line).toString("latin1"), 16);
    if (rest.length < line + 4 + size) return undefined;
    if (size === 0) return { text: Buffer.concat(parts).toString(), length: line + 4 };
    parts.push(rest.subarray(line + 2, line + 2 + size));
    at = line + 4 + size;
  }
}
