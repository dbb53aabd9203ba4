import { afterAll, beforeAll, expect, it } from "vitest";
import { passwords } from "../kit/database";
import { endStarted, start } from "../kit/started";
import { Connection } from "../strangers/connection";
import { type Keys, signedIn } from "../strangers/signed-in";
import { pagesAnswered, SlowSockets } from "../strangers/slow-sockets";

let url: string;
let planner: Keys;
beforeAll(async () => {
  ({ url } = await start({
    CONNECTIONS_AT_ONCE: "60",
    ADDRESS_CONNECTIONS: "30",
    UPLOADS_AT_ONCE: "3",
    ADDRESS_UPLOADS: "2",
  }));
  planner = await signedIn(url, "planner", passwords.demo);
});
afterAll(endStarted);

/** A person's form on its way, and what comes back of it. */
async function upload(from: string, bytes: number): Promise<Connection> {
  const connection = await Connection.open(url, from);
  const head = ["POST /map/data-down-load/import HTTP/1.1", "Host: bus.example", "Sec-Fetch-Site: same-origin"];
  const body = ["Content-Type: multipart/form-data; boundary=b", `Content-Length: ${bytes}`];
  connection.write(`${[...head, `Cookie: ${planner.cookie}`, ...body].join("\r\n")}\r\n\r\n`);
  connection.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.osm"\r\n\r\n');
  return connection;
}

it("slow strangers hold no more connections than the limits, and pages are answered even at their address", async () => {
  const slow = await SlowSockets.start(url, 100, ["127.0.0.1"]);
  expect(await pagesAnswered(url, 10, "127.0.0.1")).toBe(10);
  expect(slow.held).toBeLessThanOrEqual(30);
  const more = await SlowSockets.start(url, 100, ["127.0.0.2", "127.0.0.3", "127.0.0.4"]);
  expect(await pagesAnswered(url, 10, "127.0.0.5")).toBe(10);
  expect(slow.held + more.held).toBeLessThanOrEqual(60);
  slow.end();
  more.end();
});

it("an upload too many is refused in words, of one address and in all", async () => {
  const taken = [await upload("127.0.0.1", 5_000_000), await upload("127.0.0.1", 5_000_000)];
  expect(await taken[1]!.answer(700)).toBeUndefined();
  const here = await upload("127.0.0.1", 5_000_000);
  const refused = await here.answer(60_000);
  expect(refused?.status).toBe(429);
  expect(refused?.text).toContain("请等其中一个完成后再试");
  taken.push(await upload("127.0.0.2", 5_000_000));
  expect(await taken[2]!.answer(700)).toBeUndefined();
  const inAll = await upload("127.0.0.3", 5_000_000);
  expect((await inAll.answer(60_000))?.text).toContain("同时上传的人较多");
  const small = await upload("127.0.0.3", 2000);
  expect(await small.answer(500)).toBeUndefined();
  for (const one of [...taken, here, inAll, small]) one.destroy();
  const again = await upload("127.0.0.3", 5_000_000);
  expect(await again.answer(700)).toBeUndefined();
  again.destroy();
});

it("a connection too many is told so where all others have work under way", async () => {
  const busy = await Promise.all(Array.from({ length: 30 }, () => upload("127.0.0.1", 2000)));
  expect(await busy[29]!.answer(1500)).toBeUndefined();
  const refused = await Connection.open(url, "127.0.0.1");
  refused.write("GET /login HTTP/1.1\r\nHost: bus.example\r\n\r\n");
  const answer = await refused.answer(60_000);
  expect(answer?.status).toBe(503);
  expect(answer?.text).toContain("连接过多，请稍后重试");
  expect(await refused.endsWithin(60_000)).toBe(true);
  expect(await pagesAnswered(url, 3, "127.0.0.2")).toBe(3);
  for (const one of [...busy, refused]) one.destroy();
});
