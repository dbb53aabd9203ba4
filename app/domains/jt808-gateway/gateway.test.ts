import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { readSettings } from "~/kit/ground/settings.server";
import { decodeFrame, encodeFrame } from "~/transit/jt808/frame";
import { decodeMessage, encodeMessage, type Message, type MessageOf, messageIdOf } from "~/transit/jt808/message";
import { PartJoiner } from "~/transit/jt808/parts";
import { FrameSplitter } from "~/transit/jt808/split";
import { fleetNames } from "~/seed/demo-fleet";
import { visitorWith } from "../../../tests/accounts";
import { detailOf, endAll, seedFile, seedTask } from "../issue-tasks/deliveries/seed.sample";
import { type Gateway, startGateway } from "./gateway.server";
import { terminalLink } from "./link.server";

const phone = "013912345678";
const { ofFirstBus } = fleetNames.devices;
let gateway: Gateway;
let devUuid: string;
const open: Terminal[] = [];

/** A terminal as the other side of the wire: says what it is asked to, and keeps what it is told. */
class Terminal {
  readonly heard: { message: Message; serial: number; part?: number }[] = [];
  isOver = false;
  private readonly splitter = new FrameSplitter();
  private readonly joiner = new PartJoiner();
  private serial = 1;

  private constructor(
    readonly socket: Socket,
    private readonly version: 2013 | 2019,
    private readonly number: string,
  ) {
    socket.on("data", (chunk) => {
      for (const between of this.splitter.push(chunk)) this.hear(between);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => (this.isOver = true));
    open.push(this);
  }

  static async connect(version: 2013 | 2019 = 2013, number = phone): Promise<Terminal> {
    const socket = connect(gateway.port, "127.0.0.1");
    await once(socket, "connect");
    return new Terminal(socket, version, number);
  }

  private hear(between: Buffer): void {
    const frame = decodeFrame(between);
    const { serial, part, messageId } = frame.header;
    const whole = this.joiner.add(frame, 0);
    if (part) this.say({ kind: "terminalAnswer", answeredSerial: serial, answeredId: messageId, result: 0 });
    if (whole)
      this.heard.push({ message: decodeMessage(messageId, whole.body, this.version), serial, part: part?.total });
  }

  say(message: Message): number {
    const serial = this.serial++;
    const header = { messageId: messageIdOf(message), phone: this.number, serial, version: this.version };
    this.socket.write(encodeFrame(header, encodeMessage(message, this.version)));
    return serial;
  }

  /** The first message of a kind that has been heard, waited for. */
  async told<K extends Message["kind"]>(kind: K): Promise<Extract<Message, { kind: K }>> {
    await expect.poll(() => this.heard.map(({ message }) => message.kind)).toContain(kind);
    const at = this.heard.findIndex(({ message }) => message.kind === kind);
    return this.heard.splice(at, 1)[0]!.message as Extract<Message, { kind: K }>;
  }

  async answerTo(message: Message): Promise<MessageOf<"platformAnswer">> {
    const serial = this.say(message);
    const answer = await this.told("platformAnswer");
    expect([answer.answeredSerial, answer.answeredId]).toEqual([serial, messageIdOf(message)]);
    return answer;
  }

  async enter(): Promise<string> {
    this.say(registering);
    const { result, code } = await this.told("registerAnswer");
    expect(result).toBe(0);
    expect(
      (await this.answerTo({ kind: "authenticate", code, imei: undefined, softwareVersion: undefined })).result,
    ).toBe(0);
    return code;
  }
}

const registering: Message = {
  kind: "register",
  province: 11,
  city: 1,
  maker: "ACME",
  model: "T1",
  terminalId: "1234567",
  plateColour: 1,
  plate: "京A12345",
};
const position = (lng: number, more: object = {}): MessageOf<"position"> => ({
  kind: "position",
  alarmBits: 0,
  stateBits: 3,
  lat: 39.87,
  lng,
  altitudeMetres: 40,
  speedKmh: 36.5,
  headingDegrees: 90,
  time: new Date(Math.floor(Date.now() / 1000) * 1000),
  items: { others: {}, mileageKm: 1234.5 },
  ...more,
});
const placeNow = async () =>
  (
    await sql<{ lng: number; speed: number; azimuth: number }>`
      select p.lng, p.speed, p.azimuth from bus_position p join device d on d.bind_uuid = p.bus_uuid where d.dev_uuid = ${devUuid}`.execute(
      db(),
    )
  ).rows[0];

beforeAll(async () => {
  await sql`update device set terminal_phone = null where terminal_phone = '13912345678'`.execute(db());
  await sql`update device set terminal_phone = '13912345678' where dev_self_code = ${ofFirstBus}`.execute(db());
  devUuid = (
    await sql<{ key: string }>`select dev_uuid as key from device where dev_self_code = ${ofFirstBus}`.execute(db())
  ).rows[0]!.key;
  gateway = await startGateway(
    terminalLink,
    readSettings({ ...process.env, GATEWAY_PORT: "0", GATEWAY_MESSAGES_PER_SECOND: "20" }),
  );
});
afterEach(async () => {
  for (const one of open.splice(0)) one.socket.destroy();
  await endAll();
});
afterAll(async () => {
  await gateway.close();
  await endLogs();
});

const useTransport = (transport: string) =>
  sql`update device_model set file_transport = ${transport} where model_uuid = (select model_uuid from device where dev_uuid = ${devUuid})`.execute(
    db(),
  );

describe("a terminal", () => {
  it.each([2013, 2019] as const)("of %i registers, shows its code, and is where it says", async (version) => {
    const terminal = await Terminal.connect(version, version === 2013 ? phone : phone.padStart(20, "0"));
    expect((await terminal.answerTo(position(116.1))).result).toBe(1);
    await terminal.enter();
    const lng = version === 2013 ? 116.411111 : 116.422222;
    expect((await terminal.answerTo({ kind: "heartbeat" })).result).toBe(0);
    await new Promise((done) => setTimeout(done, 1000));
    expect((await terminal.answerTo(position(lng))).result).toBe(0);
    expect(await placeNow()).toMatchObject({ lng, speed: 36.5, azimuth: 90 });
    const late = {
      kind: "positions",
      isLate: true,
      positions: [position(116.2, { time: new Date(Date.now() - 9e5) })],
    };
    expect((await terminal.answerTo(late as Message)).result).toBe(0);
    expect((await placeNow())!.lng).toBe(lng);
    expect((await terminal.answerTo({ kind: "unknown", messageId: 0x0f01, data: Buffer.from("x") })).result).toBe(3);
  });

  it("that nobody knows is told so, and a wrong code opens nothing", async () => {
    const stranger = await Terminal.connect(2013, "019999999999");
    stranger.say(registering);
    expect(await stranger.told("registerAnswer")).toMatchObject({ result: 4, code: "" });
    expect(
      (await stranger.answerTo({ kind: "authenticate", code: "none", imei: undefined, softwareVersion: undefined }))
        .result,
    ).toBe(1);
    const terminal = await Terminal.connect();
    const code = await terminal.enter();
    const { rows } = await sql<{
      found: boolean;
    }>`select position(${code} in t::text) > 0 as found from device_terminal t`.execute(db());
    expect(rows.map(({ found }) => found)).not.toContain(true);
    const second = await Terminal.connect();
    second.say(registering);
    await second.told("registerAnswer");
    expect(
      (await second.answerTo({ kind: "authenticate", code, imei: undefined, softwareVersion: undefined })).result,
    ).toBe(1);
  });

  it("gives its firmware by 0x0107 and by 0x0102 of 2019", async () => {
    const firmware = async () =>
      (await sql<{ firmware: string }>`select firmware from device where dev_uuid = ${devUuid}`.execute(db())).rows[0]!
        .firmware;
    const terminal = await Terminal.connect();
    await terminal.enter();
    await terminal.told("askProperties");
    const facts = { terminalKinds: 0, maker: "ACME", model: "T1", terminalId: "1", iccid: "89".padEnd(20, "0") };
    await terminal.answerTo({
      kind: "properties",
      ...facts,
      hardwareVersion: "H1",
      firmwareVersion: "V2.6",
      positioning: 3,
      communication: 1,
    });
    expect(await firmware()).toBe("V2.6");
    const newer = await Terminal.connect(2019, phone.padStart(20, "0"));
    newer.say(registering);
    const { code } = await newer.told("registerAnswer");
    await newer.answerTo({ kind: "authenticate", code, imei: "867567041100769", softwareVersion: "V2.7" });
    expect(await firmware()).toBe("V2.7");
    await expect.poll(() => terminal.isOver).toBe(true);
  });

  it("shows on its page what was said", async () => {
    const terminal = await Terminal.connect();
    await terminal.enter();
    await terminal.answerTo(position(116.43));
    await endLogs();
    const page = await (
      await visitorWith("device.read", "device-link.read")
    ).get(`/device/device-management/${devUuid}/link`);
    expect(page.$("tbody").text()).toMatch(/JT\/T 808.*0x0102 终端鉴权/s);
  });
});

describe("a file", () => {
  it("goes by the address of a ticket that opens it once, and is there when the terminal says so", async () => {
    await useTransport("HTTP");
    const file = await seedFile(Buffer.from("语音文件"));
    const { details } = await seedTask(file, [devUuid]);
    const terminal = await Terminal.connect();
    await terminal.enter();
    const { command, words } = await terminal.told("control");
    const [url, ...rest] = words.split(";");
    expect([command, url, rest.length]).toEqual([
      1,
      expect.stringMatching(/\/api\/device-link\/v1\.0\/download\?ticket=[\w-]{32}&kind=5$/),
      10,
    ]);
    expect(rest[8]).toBe(`${file.no}/${file.version}`);
    expect((await detailOf(details[0]!)).state).toBe(1);
    expect((await terminal.answerTo({ kind: "upgradeResult", upgradeType: 0, result: 0 })).result).toBe(0);
    expect((await detailOf(details[0]!)).state).toBe(2);
    const has = `5 ${file.no} ${file.version}`;
    await terminal.answerTo({ kind: "passThrough", passType: 0xf0, data: Buffer.from(has) });
    await expect.poll(async () => (await detailOf(details[0]!)).state).toBe(4);
  });

  it("goes in parts, each answered, and fails with the reason that the terminal gives, also after it has come back", async () => {
    await useTransport("808分包");
    const file = await seedFile(Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => at % 251)));
    const { details } = await seedTask(file, [devUuid], { retry: 0 });
    const terminal = await Terminal.connect();
    await terminal.enter();
    const { data, packageVersion } = await terminal.told("package");
    expect([data.equals(file.bytes), packageVersion]).toEqual([true, `${file.no}/${file.version}`]);
    terminal.socket.destroy();
    const again = await Terminal.connect();
    await again.enter();
    await again.answerTo({ kind: "upgradeResult", upgradeType: 205, result: 2 });
    expect(await detailOf(details[0]!)).toMatchObject({ state: 3, lastError: expect.stringContaining("取消") });
    expect(again.heard.map(({ message }) => message.kind)).not.toContain("package");
  });
});

describe("a connection", () => {
  it.each<[string, (terminal: Terminal) => void]>([
    [
      "floods with messages",
      (terminal) => {
        for (let at = 0; at < 400; at++) terminal.say({ kind: "heartbeat" });
      },
    ],
    ["floods with bytes", (terminal) => void terminal.socket.write(Buffer.alloc(400_000, 1))],
    [
      "sends wrong frames",
      (terminal) => void terminal.socket.write(Buffer.from("7e0002000004304832546500b7cb".repeat(12) + "7e", "hex")),
    ],
    [
      "tries codes",
      (terminal) => {
        for (let at = 0; at < 12; at++)
          terminal.say({ kind: "authenticate", code: `${at}`, imei: undefined, softwareVersion: undefined });
      },
    ],
  ])("that %s is ended, and another goes on", async (_, misbehave) => {
    const [good, bad] = [await Terminal.connect(), await Terminal.connect(2013, "019999999999")];
    await good.enter();
    misbehave(bad);
    await expect.poll(() => bad.isOver).toBe(true);
    expect((await good.answerTo({ kind: "heartbeat" })).result).toBe(0);
  });
});
