import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { Aedes } from "aedes";
import { connectAsync, type MqttClient } from "mqtt";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { readSettings } from "~/kit/ground/settings.server";
import { fleetNames } from "~/seed/demo-fleet";
import type { EmqxMessage } from "~/transit/jt808/emqx";
import { asEmqx } from "~/transit/jt808/emqx.sample";
import type { Message } from "~/transit/jt808/message";
import { detailOf, endAll, seedFile, seedTask } from "../issue-tasks/deliveries/seed.sample";
import { terminalLink } from "./link.server";
import { startMqtt } from "./mqtt.server";

const phone = "013912345670";
const topic = `jt808/c1/${phone}`;
const heard: EmqxMessage[] = [];
const subscribed: string[] = [];
let broker: Aedes, server: Server, terminal: MqttClient, devUuid: string;
let gateway: { close(): Promise<void> } | undefined;

beforeAll(async () => {
  await endAll();
  broker = await Aedes.createBroker();
  // This broker knows no shared subscriptions: to one subscriber they are plain ones.
  broker.authorizeSubscribe = (_, asked, done) => {
    subscribed.push(asked.topic);
    done(null, { ...asked, topic: asked.topic.replace(/^\$share\/[^/]+\//, "") });
  };
  server = createServer(broker.handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const MQTT_URL = `mqtt://127.0.0.1:${(server.address() as { port: number }).port}`;
  gateway = await startMqtt(terminalLink, readSettings({ ...process.env, MQTT_URL }));
  terminal = await connectAsync(MQTT_URL);
  terminal.on("message", (_, payload) => heard.push(JSON.parse(payload.toString()) as EmqxMessage));
  await terminal.subscribeAsync(`${topic}/dn`);
  const { rows } = await sql<{ key: string }>`
    update device set terminal_phone = '13912345670' where dev_self_code = ${fleetNames.devices.ofFirstBus} returning dev_uuid as key`.execute(
    db(),
  );
  devUuid = rows[0]!.key;
});
afterAll(async () => {
  await endAll();
  await Promise.all([gateway?.close(), terminal.endAsync()]);
  await new Promise<void>((done) => broker.close(() => done()));
  server.close();
  await endLogs();
});

const say = (message: Message, serial: number) =>
  terminal.publishAsync(`${topic}/up`, JSON.stringify(asEmqx(message, phone, 2013, serial)), { qos: 1 });
const told = async (id: number) => {
  await expect.poll(() => heard.map(({ header }) => header.msg_id), { timeout: 8000 }).toContain(id);
  return heard.splice(
    heard.findIndex(({ header }) => header.msg_id === id),
    1,
  )[0]!;
};

it("takes positions and files' results from a broker to where frames take them, and lives on bad messages", async () => {
  expect(subscribed).toContain("$share/bus-back-office/jt808/+/+/up");
  const file = await seedFile(Buffer.from("广告"));
  const { details } = await seedTask(file, [devUuid]);
  for (const bad of [
    "",
    "{",
    "null",
    "[]",
    '{"header":{"msg_id":-1}}',
    '{"header":{"msg_id":512,"phone":"1","msg_sn":1},"body":{}}',
  ])
    await terminal.publishAsync(`${topic}/up`, bad, { qos: 1 });
  const time = new Date(Math.floor(Date.now() / 1000) * 1000);
  const facts = { alarmBits: 0, stateBits: 2, lat: 39.87, altitudeMetres: 1, speedKmh: 12.5, headingDegrees: 45 };
  await say({ kind: "position", ...facts, lng: 116.333333, time, items: { others: {} } }, 9);
  expect((await told(0x8001)).body).toEqual({ seq: 9, id: 0x0200, result: 0 });
  const { rows } = await sql`select lng, speed, azimuth from bus_position where dev_uuid = ${devUuid}`.execute(db());
  expect(rows).toEqual([{ lng: 116.333333, speed: 12.5, azimuth: 45 }]);
  const { body } = await told(0x8105);
  expect(body).toEqual({ command: 1, param: expect.stringContaining(`;${file.no}/${file.version};`) });
  await say({ kind: "upgradeResult", upgradeType: 0, result: 0 }, 10);
  await expect.poll(async () => (await detailOf(details[0]!)).state, { timeout: 8000 }).toBe(2);
});
