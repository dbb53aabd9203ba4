import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Aedes } from "aedes";
import { connectAsync } from "mqtt";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { freePort } from "~/kit/data/db/embedded/port.server";
import { asEmqx } from "~/transit/jt808/emqx.sample";
import type { Message } from "~/transit/jt808/message";
import { startGateway } from "../../../tests/kit/gateway-process";

const phone = "013912345674";
const topic = `jt808/c1/${phone}`;

it("goes on, with its terminals, while the database refuses what a message of the broker needs", async () => {
  await sql`update device set terminal_phone = '13912345674' where dev_self_code = 'SB0003'`.execute(db());
  const database = await doorTo(new URL(process.env.DATABASE_URL!));
  const broker = await Aedes.createBroker();
  broker.authorizeSubscribe = (_, asked, done) =>
    done(null, { ...asked, topic: asked.topic.replace(/^\$share\/[^/]+\//, "") });
  const MQTT_URL = `mqtt://127.0.0.1:${await listening(createServer(broker.handle))}`;
  const port = await freePort(undefined);
  const child = await startGateway(
    { DATABASE_URL: database.url, MQTT_URL },
    { port, url: "http://127.0.0.1", terminals: 5 },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const terminal = connect(port, "127.0.0.1");
  await once(terminal, "connect");
  const heard: number[] = [];
  const onBroker = await connectAsync(MQTT_URL);
  onTestFinished(() => onBroker.endAsync());
  onBroker.on("message", (_, payload) => {
    heard.push((JSON.parse(payload.toString()) as { header: { msg_id: number } }).header.msg_id);
  });
  await onBroker.subscribeAsync(`${topic}/dn`);
  const say = (message: Message, serial: number) =>
    onBroker.publishAsync(`${topic}/up`, JSON.stringify(asEmqx(message, phone, 2013, serial)), { qos: 1 });

  database.refuse();
  await say({ kind: "terminalAnswer", answeredSerial: 1, answeredId: 0x8104, result: 0 }, 1);
  await say({ kind: "heartbeat" }, 2);
  await expect.poll(() => database.refused()).toBeGreaterThan(0);
  await sleep(500);
  expect([child.exitCode, terminal.destroyed, heard]).toEqual([null, false, []]);

  database.open();
  await expect
    .poll(async () => {
      await say({ kind: "heartbeat" }, 3);
      await sleep(200);
      return heard;
    })
    .toContain(0x8001);
  expect([child.exitCode, terminal.destroyed]).toEqual([null, false]);
  child.kill("SIGTERM");
  expect((await once(child, "exit"))[0]).toBe(0);
});

/** A way to the database that can be shut. */
async function doorTo(real: URL) {
  const open = new Set<Socket>();
  let isShut = false;
  let refused = 0;
  const server = createServer((near) => {
    near.on("error", () => undefined);
    if (isShut) {
      refused += 1;
      return near.destroy();
    }
    const far = connect(Number(real.port), real.hostname);
    far.on("error", () => near.destroy());
    near.pipe(far).pipe(near);
    open.add(near.once("close", () => far.destroy()));
  });
  const url = new URL(real);
  url.port = String(await listening(server));
  return {
    url: url.href,
    refuse() {
      isShut = true;
      for (const socket of open) socket.destroy();
    },
    open: () => (isShut = false),
    refused: () => refused,
  };
}

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}
