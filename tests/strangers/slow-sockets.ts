import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "./connection";

/** Connections on which a request never comes to its end; each sends a little every two seconds. */
export class SlowSockets {
  private readonly open: Connection[] = [];
  private drip: NodeJS.Timeout | undefined;

  /** Every other sends its head slowly, and every other the body of a login. `from` are the addresses that take turns. */
  static async start(url: string, count: number, from: readonly string[]): Promise<SlowSockets> {
    const slow = new SlowSockets();
    for (let at = 0; at < count; at += 50) {
      const some = Array.from({ length: Math.min(50, count - at) }, (_, place) => at + place);
      await Promise.all(some.map((nth) => slow.add(url, nth, from[nth % from.length]!)));
    }
    slow.drip = setInterval(() => slow.open.forEach((one) => one.write("a: b\r\n")), 2000);
    return slow;
  }

  /** How many of them the program has not ended. */
  get held(): number {
    return this.open.filter(({ ended, fault }) => !ended && !fault).length;
  }

  end(): void {
    clearInterval(this.drip);
    for (const connection of this.open) connection.destroy();
  }

  private async add(url: string, nth: number, from: string): Promise<void> {
    const connection = await Connection.open(url, from);
    this.open.push(connection);
    const body = ["Content-Type: multipart/form-data; boundary=b", "Content-Length: 900000", "Sec-Fetch-Site: none"];
    connection.write(
      nth % 2 === 0
        ? "GET /login HTTP/1.1\r\nHost: bus.example\r\n"
        : `POST /login HTTP/1.1\r\nHost: bus.example\r\n${body.join("\r\n")}\r\n\r\n`,
    );
  }
}

/** How many of `count` pages, each on a connection of its own, are answered within three seconds. */
export async function pagesAnswered(url: string, count: number, from: string): Promise<number> {
  let answered = 0;
  for (let nth = 0; nth < count; nth++) {
    const connection = await Connection.open(url, from);
    connection.write("GET /login HTTP/1.1\r\nHost: bus.example\r\nConnection: close\r\n\r\n");
    if ((await connection.answer(3000))?.status === 200) answered += 1;
    connection.destroy();
    await sleep(20);
  }
  return answered;
}
