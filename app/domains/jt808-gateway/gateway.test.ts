import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { readSettings } from "~/kit/ground/settings.server";
import { decodeFrame, encodeFrame } from "~/transit/jt808/frame";
import { decodeMessage, encodeMessage, type Message, type MessageOf, messageIdOf } from "~/transit/jt808/message";
import { PartJoiner } from "~/transit/jt808/parts";
import { FrameSplitter } from "~/transit/jt808/split";
import { fleetNames } from "~/seed/demo-fleet";
import { visitorWith } from "../../../tests/kit/accounts";
import { mayTake, measureSlowness } from "../../../tests/kit/slowness";
import type { Visitor } from "../../../tests/kit/visit";
import { linkTokensFor } from "../device-link/queries.server";
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

  static async connect(version: 2013 | 2019 = 2013, number = phone, port = gateway.port): Promise<Terminal> {
    const socket = connect(port, "127.0.0.1");
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

  async register(as: Partial<MessageOf<"register">> = {}): Promise<MessageOf<"registerAnswer">> {
    this.say({ ...registering, ...as });
    return this.told("registerAnswer");
  }

  async show(code: string): Promise<number> {
    return (await this.answerTo({ kind: "authenticate", code, imei: undefined, softwareVersion: undefined })).result;
  }

  async enter(): Promise<string> {
    const { result, code } = await this.register();
    expect([result, await this.show(code)]).toEqual([0, 0]);
    return code;
  }
}

const registering: MessageOf<"register"> = {
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

const release = () => sql`delete from device_terminal where dev_uuid = ${devUuid}`.execute(db());
const gatewayWith = (more: Record<string, string>) =>
  startGateway(terminalLink, readSettings({ ...process.env, GATEWAY_PORT: "0", ...more }));

beforeAll(async () => {
  await sql`update device set terminal_phone = null where terminal_phone = '13912345678'`.execute(db());
  await sql`update device set terminal_phone = '13912345678' where dev_self_code = ${ofFirstBus}`.execute(db());
  devUuid = (
    await sql<{ key: string }>`select dev_uuid as key from device where dev_self_code = ${ofFirstBus}`.execute(db())
  ).rows[0]!.key;
  await release();
  gateway = await gatewayWith({ GATEWAY_MESSAGES_PER_SECOND: "20" });
});
afterEach(async () => {
  vi.useRealTimers();
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

  it.each([
    ["+00:00", 8],
    ["+09:30", -1.5],
  ])("whose clock is that of %s is where it says when it says", async (zone, hoursBehind) => {
    const setZone = (to: string) => sql`update device set time_zone = ${to} where dev_uuid = ${devUuid}`.execute(db());
    await setZone(zone);
    const terminal = await Terminal.connect();
    await terminal.enter();
    const moment = Math.floor(Date.now() / 1000) * 1000;
    const said = new Date(moment - hoursBehind * 3_600_000);
    await new Promise((done) => setTimeout(done, 1000));
    expect((await terminal.answerTo(position(116.4 + hoursBehind / 1000, { time: said }))).result).toBe(0);
    const { rows } = await sql<{ at: Date }>`
      select p.reported_at as at from bus_position p join device d on d.bind_uuid = p.bus_uuid where d.dev_uuid = ${devUuid}`.execute(
      db(),
    );
    expect(rows[0]!.at.getTime()).toBe(moment);
    await setZone("+08:00");
  });

  it("that raises an alarm is heard without a fix and without a clock, and once more on another connection", async () => {
    const alarms = async () =>
      (
        await sql<{ kind: number; place: number | null; isOpen: boolean }>`
          select kind, lng as place, ended_at is null as is_open from vehicle_event where dev_uuid = ${devUuid} order by created_at, kind`.execute(
          db(),
        )
      ).rows.map(({ kind, place, isOpen }) => [kind, place, isOpen]);
    const terminal = await Terminal.connect();
    await terminal.enter();
    const lost = { stateBits: 0, time: null };
    // A faulty antenna is no event, the emergency key and a lost supply are.
    expect((await terminal.answerTo(position(0, { alarmBits: 0x121, ...lost }))).result).toBe(0);
    expect(await alarms()).toEqual([
      [100, null, true],
      [108, null, true],
    ]);
    const again = await Terminal.connect();
    await again.enter();
    expect((await again.answerTo(position(116.4, { alarmBits: 1 }))).result).toBe(0);
    expect(await alarms()).toEqual([
      [100, null, true],
      [108, null, false],
    ]);
    expect((await again.answerTo(position(116.4))).result).toBe(0);
    expect((await alarms()).map(([, , isOpen]) => isOpen)).toEqual([false, false]);
    await sql`delete from vehicle_event where dev_uuid = ${devUuid}`.execute(db());
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
    expect(await (await Terminal.connect()).show("none")).toBe(1);
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
    const { code } = await newer.register();
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

const refusals = async () =>
  (
    await sql<{ said: string }>`
      select concat_ws(' ', address, detail) as said from security_event where kind = 'link-refused' order by event_id`.execute(
      db(),
    )
  ).rows.map(({ said }) => said);
describe("a terminal that has registered", () => {
  it("is known to who says its number and not who it is, and stays connected", async () => {
    const terminal = await Terminal.connect();
    const code = await terminal.enter();
    for (const as of [{ plate: "京B00001" }, { terminalId: "7654321" }, { maker: "OTHER" }]) {
      const stranger = await Terminal.connect();
      expect(await stranger.register(as)).toMatchObject({ result: 3, code: "" });
    }
    expect((await terminal.answerTo({ kind: "heartbeat" })).result).toBe(0);
    const again = await Terminal.connect();
    expect(await again.show(code)).toBe(0);
    await expect
      .poll(async () => (await refusals()).join("\n"))
      .toMatch(
        new RegExp(
          `127\\.0\\.0\\.1 终端 ${phone} 注册被拒：已注册，所报终端编号 1234567、车牌 京B00001 与首次注册不符`,
        ),
      );
  });

  it("and has lost its code gets it again, without being put out where it still speaks", async () => {
    const running = await Terminal.connect();
    const code = await running.enter();
    expect(await running.register()).toMatchObject({ result: 0, code });
    const lost = await Terminal.connect();
    const codes = await Promise.all([lost.register(), (await Terminal.connect()).register()]);
    expect(codes.map((answer) => answer.code)).toEqual([code, code]);
    expect(Buffer.from(code, "base64url").length).toBe(16);
    expect((await running.answerTo({ kind: "heartbeat" })).result).toBe(0);
    expect(await lost.show(code)).toBe(0);
  });

  it("and says neither number nor plate gets a code once", async () => {
    await release();
    const nobody = { terminalId: "0000000", plate: "" };
    expect((await (await Terminal.connect()).register(nobody)).result).toBe(0);
    expect((await (await Terminal.connect()).register(nobody)).result).toBe(3);
    await release();
  });

  it.each<[string, (person: Visitor) => Promise<unknown>]>([
    [
      "its page",
      async (person) => {
        const page = await person.get(`/device/device-management/${devUuid}/link`);
        const ask = await person.get(page.$("a:contains(解除注册)").attr("href")!);
        expect((await (await ask.submit()).follow()).text).toContain("还没有注册");
      },
    ],
    ["a call", (person) => person.call("/api/dev/v1.0/releaseTerminal", { devUuid })],
    [
      "its token's end",
      async (person) => {
        await linkTokensFor([ofFirstBus]);
        await (await person.get(`/device/device-management/${devUuid}/link/end`)).submit();
      },
    ],
  ])("is released by %s: its code opens nothing, its connection ends, and another may register", async (_, free) => {
    const terminal = await Terminal.connect();
    const code = await terminal.enter();
    await free(await visitorWith("device.read", "device-link.read", "device-link.write"));
    expect(await (await Terminal.connect()).show(code)).toBe(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
    terminal.say({ kind: "heartbeat" });
    await expect.poll(() => terminal.isOver).toBe(true);
    vi.useRealTimers();
    const other = await Terminal.connect();
    const { result, code: its } = await other.register({ terminalId: "7654321" });
    expect([result, its === code]).toEqual([0, false]);
    expect((await (await Terminal.connect()).register()).result).toBe(3);
    const { rows } = await sql`
      select from security_event where kind = 'terminal-released' and detail like ${`%${ofFirstBus}%`}`.execute(db());
    expect(rows.length).toBeGreaterThan(0);
    await release();
  });

  it("is read by the older layout where its register is that short", async () => {
    await sql`update device set terminal_phone = '138000000001' where dev_self_code = 'SB0002'`.execute(db());
    const terminal = await Terminal.connect(2013, "138000000001");
    const body = "00010001" + "42454e4348" + "56312e3000000000" + "30303030303031" + "02";
    terminal.socket.write(
      encodeFrame({ messageId: 0x0100, phone: "138000000001", serial: 1, version: 2013 }, Buffer.from(body, "hex")),
    );
    const { result, code } = await terminal.told("registerAnswer");
    expect([result, await terminal.show(code)]).toEqual([0, 0]);
  });

  it("speaks for itself only on its connection", async () => {
    const terminal = await Terminal.connect();
    await terminal.enter();
    const frame = encodeFrame(
      { messageId: 0x0002, phone: "013912345670", serial: 99, version: 2013 },
      encodeMessage({ kind: "heartbeat" }, 2013),
    );
    terminal.socket.write(frame);
    expect(await terminal.told("platformAnswer")).toMatchObject({ answeredSerial: 99, result: 1 });
  });
});

describe("an address", () => {
  it("that names one number after another is told nothing beyond a few, and a known terminal there still is", async () => {
    await (await Terminal.connect()).enter();
    const narrow = await gatewayWith({ GATEWAY_ADDRESS_NUMBERS: "3" });
    const told: (number | undefined)[] = [];
    for (let nth = 1; nth <= 5; nth++) {
      const guess = await Terminal.connect(2013, `01999999000${nth}`, narrow.port);
      guess.say(registering);
      await expect.poll(() => guess.isOver || guess.heard.length > 0).toBe(true);
      told.push(guess.heard.map(({ message }) => (message as MessageOf<"registerAnswer">).result)[0]);
    }
    expect(told).toEqual([4, 4, 4, undefined, undefined]);
    await expect
      .poll(async () => (await refusals()).filter((one) => one.includes("不同号码过多")).length)
      .toBeGreaterThan(1);
    const known = await Terminal.connect(2013, phone, narrow.port);
    expect((await known.register()).result).toBe(0);
    await narrow.close();
  });

  it("cannot keep terminals out by connections that say nothing: the oldest of those give way", async () => {
    const narrow = await gatewayWith({ GATEWAY_ADDRESS_CONNECTIONS: "5" });
    const good = await Terminal.connect(2013, phone, narrow.port);
    await good.enter();
    const silent: Terminal[] = [];
    for (let nth = 0; nth < 12; nth++) silent.push(await Terminal.connect(2013, phone, narrow.port));
    await expect.poll(() => silent.filter((one) => !one.isOver).length).toBe(4);
    expect(silent.slice(-4).every((one) => !one.isOver)).toBe(true);
    expect((await good.answerTo({ kind: "heartbeat" })).result).toBe(0);
    expect((await (await Terminal.connect(2013, phone, narrow.port)).register()).result).toBe(0);
    const began = performance.now();
    await expect.poll(() => silent.every((one) => one.isOver)).toBe(true);
    expect(performance.now() - began).toBeLessThan(mayTake(20_000 * measureSlowness()));
    await narrow.close();
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

  it.each([
    [3, "不支持按地址下载"],
    [1, "车载终端拒绝接收"],
  ])("whose address a terminal answers with %i fails at once with that reason", async (result, reason) => {
    await useTransport("HTTP");
    const file = await seedFile(Buffer.from("语音文件"));
    const { details } = await seedTask(file, [devUuid], { retry: 0 });
    const terminal = await Terminal.connect();
    await terminal.enter();
    await expect.poll(() => terminal.heard.map(({ message }) => message.kind)).toContain("control");
    const { serial } = terminal.heard.find(({ message }) => message.kind === "control")!;
    expect((await detailOf(details[0]!)).state).toBe(1);
    terminal.say({ kind: "terminalAnswer", answeredSerial: serial, answeredId: 0x8105, result });
    await expect.poll(async () => (await detailOf(details[0]!)).state).toBe(3);
    const { rows } = await sql<{ why: string }>`
      select coalesce(string_agg(to_jsonb(l)::text, ' '), '') as why from issue_detail_log l where l.detail_uuid = ${details[0]!}`.execute(
      db(),
    );
    expect(rows[0]!.why).toContain(reason);
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
