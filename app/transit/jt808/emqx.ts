import { FrameFault } from "./fault";
import type { Version } from "./fields";
import type { Header } from "./frame";
import { kindOf, type Message } from "./message";
import { type Position, positionFrom } from "./position";
import { namedItems, type PositionItems } from "./position-items";

/** A message as EMQX's gateway for JT/T 808 hands it on and takes it: numbers as they are sent, bytes in base64. */
export interface EmqxMessage {
  header: { msg_id: number; phone: string | number; msg_sn: number; proto_ver?: number; [more: string]: unknown };
  body: Record<string, unknown>;
}

/** The same message that the frame would have given; throws FrameFault. */
export function fromEmqx(sent: unknown): { header: Header; message: Message } {
  const { header, body } = (sent ?? {}) as EmqxMessage;
  const { msg_id: messageId, phone, msg_sn: serial, proto_ver: protocol } = header ?? {};
  if (![messageId, serial].every((number) => Number.isInteger(number) && number >= 0 && number <= 0xffff))
    throw new FrameFault("body", "msg_id or msg_sn is no number of a message");
  const said = Number.isSafeInteger(phone) ? String(phone) : phone;
  if (typeof said !== "string" || !/^[0-9a-f]{1,20}$/i.test(said)) throw new FrameFault("body", "phone is none");
  if ("frag_total" in header) throw new FrameFault("part", "a part by itself");
  const version = protocol ? 2019 : 2013;
  const digits = said.padStart(version === 2019 ? 20 : 12, "0");
  return {
    header: { messageId, phone: digits, serial, version },
    message: messageFrom(messageId, new Fields(body), version),
  };
}

function messageFrom(messageId: number, body: Fields, version: Version): Message {
  const answer = () => ({
    answeredSerial: body.number("seq"),
    answeredId: body.number("id"),
    result: body.number("result"),
  });
  const kind = kindOf(messageId);
  switch (kind) {
    case "terminalAnswer":
      return { kind, ...answer() };
    case "heartbeat":
    case "leave":
      return { kind };
    case "register":
      return {
        kind,
        province: body.number("province"),
        city: body.number("city"),
        maker: body.text("manufacturer"),
        model: body.text("model"),
        terminalId: body.text("dev_id"),
        plateColour: body.number("color"),
        plate: body.text("license_number"),
      };
    case "authenticate":
      return {
        kind,
        code: body.text("code"),
        ...(version === 2019 && { imei: body.text("imei"), softwareVersion: body.text("software_version") }),
      } as Message;
    case "properties":
      return {
        kind,
        terminalKinds: body.number("type"),
        maker: body.text("manufacturer"),
        model: body.text("model"),
        terminalId: body.text("id"),
        iccid: body.text("iccid"),
        hardwareVersion: body.text("hardware_version"),
        firmwareVersion: body.text("firmware_version"),
        positioning: body.number("gnss_prop"),
        communication: body.number("comm_prop"),
      };
    case "upgradeResult":
      return { kind, upgradeType: body.number("type"), result: body.number("result") };
    case "position":
      return { kind, ...positionOf(body) };
    case "positions":
      return { kind, isLate: body.number("type") === 1, positions: body.list("location").map(positionOf) };
    case "passThrough":
      return { kind, passType: body.number("type"), data: body.bytes("data") };
    default:
      return { kind: "unknown", messageId, data: body.has("data") ? body.bytes("data") : Buffer.alloc(0) };
  }
}

function positionOf(body: Fields): Position {
  const raw = ["alarm", "status", "latitude", "longitude", "altitude", "speed", "direction"].map((name) =>
    body.number(name),
  );
  return positionFrom(raw as Parameters<typeof positionFrom>[0], body.text("time").padStart(12, "0"), itemsOf(body));
}

const itemNames: Record<string, number> = {
  mileage: 0x01,
  fuel_meter: 0x02,
  speed: 0x03,
  alarm_id: 0x04,
  rssi: 0x30,
  gnss_sat_num: 0x31,
};

/** Of signals and inputs EMQX hands on only some bits. */
function itemsOf(body: Fields): PositionItems {
  const items: PositionItems = { others: {} };
  if (!body.has("extra")) return items;
  const extra = body.fields("extra");
  for (const [name, value] of extra.entries()) {
    const id = itemNames[name];
    const named = namedItems.find((one) => one.id === id);
    if (named) items[named.name] = extra.number(name) / (named.tenths ? 10 : 1);
    else if (name === "analog")
      items.analogBits = extra.fields(name).number("ad1") * 0x10000 + extra.fields(name).number("ad0");
    else if (name === "custome" && typeof value === "object")
      for (const [item] of extra.fields(name).entries())
        items.others[item] = extra.fields(name).bytes(item).toString("hex");
    else if (/^\d{1,3}$/.test(name)) items.others[name] = extra.bytes(name).toString("hex");
  }
  return items;
}

/** The fields of a body, each of the kind that it must be. */
class Fields {
  constructor(private readonly body: unknown) {
    if (typeof body !== "object" || body === null) throw new FrameFault("body", "no body");
  }

  entries(): [string, unknown][] {
    return Object.entries(this.body as object);
  }
  has(name: string): boolean {
    return (this.body as Record<string, unknown>)[name] !== undefined;
  }
  number(name: string): number {
    const sent = this.get(name);
    const value = typeof sent === "string" && /^\d{1,10}$/.test(sent) ? Number(sent) : sent;
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0)
      throw new FrameFault("body", `${name} is no number`);
    return value;
  }
  text(name: string): string {
    const sent = this.get(name);
    // Some gateways hand on a text of digits as a number.
    const value = Number.isSafeInteger(sent) ? String(sent) : sent;
    if (typeof value !== "string") throw new FrameFault("body", `${name} is no text`);
    return value.replaceAll("\0", "");
  }
  bytes(name: string): Buffer {
    return Buffer.from(this.text(name), "base64");
  }
  fields(name: string): Fields {
    return new Fields(this.get(name));
  }
  list(name: string): Fields[] {
    const value = this.get(name);
    if (!Array.isArray(value) || value.length > 10_000) throw new FrameFault("body", `${name} is no list`);
    return value.map((one) => new Fields(one));
  }
  private get(name: string): unknown {
    return (this.body as Record<string, unknown>)[name];
  }
}
