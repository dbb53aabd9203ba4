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
const gateways: ({ close(): Promise<void> } | undefined)[] = [];
const given = new Map<string, number>();

beforeAll(async () => {
  await endAll();
  broker = await Aedes.createBroker();
  // This broker knows no shared subscriptions: each is made a plain one, and a message is let through to one of those that share, in turns.
  broker.authorizeSubscribe = (client, asked, done) => {
    subscribed.push(asked.topic);
    if (asked.topic.startsWith("$share/")) given.set(client!.id, 0);
    done(null, { ...asked, topic: asked.topic.replace(/^\$share\/[^/]+\//, "") });
  };
  const turns = new Map<string, string>();
  broker.authorizeForward = (client, packet) => {
    if (!given.has(client.id)) return packet;
    const name = `${packet.brokerId} ${packet.brokerCounter}`;
    const [next] = [...given].sort(([, one], [, other]) => one - other)[0]!;
    if (!turns.has(name)) {
      turns.set(name, next);
      given.set(next, given.get(next)! + 1);
    }
    return turns.get(name) === client.id ? packet : null;
  };
  server = createServer(broker.handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const MQTT_URL = `mqtt://127.0.0.1:${(server.address() as { port: number }).port}`;
  for (let two = 0; two < 2; two++)
    gateways.push(await startMqtt(terminalLink, readSettings({ ...process.env, MQTT_URL })));
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
  await Promise.all([...gateways.map((one) => one?.close()), terminal.endAsync()]);
  await new Promise<void>((done) => broker.close(() => done()));
  server.close();
  await endLogs();
});

const say = (message: Message, serial: number) =>
  terminal.publishAsync(`${topic}/up`, JSON.stringify(asEmqx(message, phone, 2013, serial)), { qos: 1 });
const told = async (id: number) => {
  await expect.poll(() => heard.map(({ header }) => header.msg_id)).toContain(id);
  return heard.splice(
    heard.findIndex(({ header }) => header.msg_id === id),
    1,
  )[0]!;
};

it("takes positions and files' results from a broker to where frames take them, and lives on bad messages", async () => {
  expect(subscribed.filter((name) => name === "$share/bus-back-office/jt808/+/+/up").length).toBe(2);
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
  await expect.poll(async () => (await detailOf(details[0]!)).state).toBe(2);
  expect((await told(0x8001)).body).toMatchObject({ seq: 10 });
});

it("takes from a terminal's topic only what is said in that terminal's name", async () => {
  await sql`update device set terminal_phone = '13912345671' where dev_self_code = 'SB0002'`.execute(db());
  const body = asEmqx({ kind: "heartbeat" }, "013912345671", 2013, 50);
  await terminal.publishAsync(`${topic}/up`, JSON.stringify(body), { qos: 1 });
  await say({ kind: "heartbeat" }, 51);
  expect((await told(0x8001)).body).toMatchObject({ seq: 51 });
  expect(heard.filter(({ header }) => header.msg_id === 0x8001)).toEqual([]);
});

it("gives a registered terminal's code to nobody else here either", async () => {
  await sql`delete from device_terminal where dev_uuid = ${devUuid}`.execute(db());
  const register = { kind: "register", province: 11, city: 1, maker: "ACME", model: "T1", plateColour: 1 } as const;
  const as = async (terminalId: string, plate: string, serial: number) => {
    await say({ ...register, terminalId, plate }, serial);
    return (await told(0x8100)).body;
  };
  const first = await as("1234567", "京A12345", 60);
  expect(first).toMatchObject({ result: 0, auth_code: expect.stringMatching(/^[\w-]{22}$/) });
  expect(await as("1234567", "京A12345", 61)).toMatchObject({ result: 0, auth_code: first.auth_code });
  expect(await as("7654321", "京A12345", 62)).toEqual({ seq: 62, result: 3 });
});

it("is shared by two gateways: each message goes to one of them, and a file is offered once", async () => {
  const { rows } = await sql<{ key: string }>`
    update device set terminal_phone = '13912345671' where dev_self_code = 'SB0002' returning dev_uuid as key`.execute(
    db(),
  );
  const { details } = await seedTask(await seedFile(), [rows[0]!.key]);
  const other = "013912345671";
  await terminal.subscribeAsync(`jt808/c2/${other}/dn`);
  const say = (message: Message, serial: number) =>
    terminal.publishAsync(`jt808/c2/${other}/up`, JSON.stringify(asEmqx(message, other, 2013, serial)), { qos: 1 });
  const before = new Map(given);
  heard.length = 0;
  const now = Date.now();
  for (let serial = 20; serial < 32; serial++) {
    const time = new Date(now + (serial - 40) * 1000);
    const facts = {
      alarmBits: 0,
      stateBits: 2,
      lat: 39.87,
      lng: 116.4,
      altitudeMetres: 1,
      speedKmh: 9,
      headingDegrees: 0,
    };
    await say({ kind: "position", ...facts, time, items: { others: {} } }, serial);
  }
  await expect.poll(() => heard.filter(({ header }) => header.msg_id === 0x8001).length).toBe(12);
  expect([...given].map(([client, count]) => count - before.get(client)!)).toEqual([6, 6]);
  expect(heard.filter(({ header }) => header.msg_id === 0x8105).length).toBe(1);
  await say({ kind: "upgradeResult", upgradeType: 0, result: 0 }, 40);
  await expect.poll(async () => (await detailOf(details[0]!)).state).toBe(2);
});
