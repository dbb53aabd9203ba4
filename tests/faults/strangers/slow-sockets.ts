import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { atLeast, atMost, type Figure } from "../../bench/figure";
import { Connection } from "../../strangers/connection";
import { type Keys, signedIn } from "../../strangers/signed-in";
import { pagesAnswered, SlowSockets } from "../../strangers/slow-sockets";
import type { Program } from "../program";

const sockets = 2000;
const pages = 50;
const many = Array.from({ length: 40 }, (_, nth) => `127.0.1.${nth + 1}`);

/** Strangers who send as slowly as they can, from one address and from many, while a person at one of them asks for pages. */
export async function slowSockets(program: Program, password: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [whose, from, held] of [
    ["one address", ["127.0.0.1"], 500],
    ["40 addresses", many, sockets],
  ] as const) {
    const slow = await SlowSockets.start(program.url, sockets, from);
    await sleep(1000);
    const answered = await pagesAnswered(program.url, pages, from[0]!);
    figures.push(
      atLeast(`pages answered during ${sockets} slow sockets of ${whose}`, answered, pages, "pages"),
      atMost(`slow sockets of ${whose} that are held`, slow.held, held, "sockets"),
    );
    slow.end();
    await sleep(1000);
  }
  const planner = await signedIn(program.url, "admin", password);
  const [stranger, person] = await Promise.all([
    endsAfter(program, "/login"),
    endsAfter(program, "/map/data-down-load/import", planner),
  ]);
  figures.push(
    atMost("slow body of a stranger is ended after", stranger, 32_000, "ms"),
    atLeast("slow upload of a person is waited for at least", person, 40_000, "ms"),
  );
  return figures;
}

/** Milliseconds until a body that comes slowly is answered, at most 40,000. */
async function endsAfter({ url }: Program, path: string, keys?: Keys): Promise<number> {
  const began = performance.now();
  const connection = await Connection.open(url);
  const type = ["Content-Type: multipart/form-data; boundary=b", "Content-Length: 5000000"];
  const own = ["Host: bus.example", "Sec-Fetch-Site: same-origin", ...(keys ? [`Cookie: ${keys.cookie}`] : [])];
  connection.write(`${[`POST ${path} HTTP/1.1`, ...own, ...type].join("\r\n")}\r\n\r\n`);
  connection.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.osm"\r\n\r\n');
  const drip = setInterval(() => connection.write("a"), 1000);
  await connection.answer(40_000);
  clearInterval(drip);
  connection.destroy();
  return Math.ceil(performance.now() - began);
}
