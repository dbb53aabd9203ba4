import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { realData } from "../../../tests/kit/real-data";
import { fromEmqx } from "./emqx";
import { asEmqx } from "./emqx.sample";
import type { FrameFault } from "./fault";
import { decodeFrame, escape } from "./frame";
import { decodeMessage, type Message, type MessageOf } from "./message";
import type { Position } from "./position";
import { FrameSplitter } from "./split";

const file = realData("jt808/frames.tsv", "JT/T 808: 40 frames of real terminals");

/** The file has frames as a decoder gets them, without the wire's escapes. */
function overTheWire(hex: string): Message | string {
  const frame = Buffer.from(hex, "hex");
  const isFrame = frame[0] === 0x7e;
  const bytes = isFrame
    ? Buffer.concat([frame.subarray(0, 1), escape(frame.subarray(1, -1)), frame.subarray(-1)])
    : Buffer.concat([frame, Buffer.of(0x7e)]);
  const pieces = new FrameSplitter().push(bytes);
  expect(pieces).toHaveLength(1);
  try {
    const { header, body } = decodeFrame(pieces[0]!);
    return decodeMessage(header.messageId, body, header.version);
  } catch (error) {
    return (error as FrameFault).reason;
  }
}

const at = (message: Message) => (message.kind === "positions" ? message.positions.at(-1)! : message) as Position;
const other = (item: number) => (message: Message) => at(message).items.others[item];
const number =
  (item: number, from = 0, to?: number) =>
  (message: Message) =>
    Number(`0x${other(item)(message)!.slice(from, to)}`);
/** What each row of the file asserts, read out of what we decode; items of a maker are kept as they came. */
const asserted: Record<number, [unknown, (message: Message) => unknown]> = {
  1: [14, (message) => at(message).items.satellites],
  2: [114, number(225)],
  4: [100, number(212)],
  5: [4005, number(235, 68, 72)],
  6: ["ffffffaf", (message) => other(235)(message)!.slice(52, 60)],
  7: ["UTC+08:00", (message) => Buffer.from(other(235)(message)!, "hex").toString()],
  8: [4, number(20)],
  10: [56, number(119, 8, 12)],
  11: [62, number(6)],
  12: [true, (message) => (message as MessageOf<"passThrough">).data.toString().includes(",565.96,")],
  14: [291, number(0x51)],
  15: [-23, (message) => -(number(0x51, 0, 4)(message) & 0x7fff)],
  19: [true, (message) => (message as MessageOf<"passThrough">).data.toString("latin1").includes("P1457")],
  20: [4, number(96, 0, 4)],
  23: [100, number(235, 8, 10)],
  26: [69, number(254)],
  37: ["0867567041100769", other(246)],
  38: ["89883030000131882455", (message) => (message as MessageOf<"properties">).iccid],
  39: [1, (message) => (at(message).stateBits >> 16) & 1],
};

it.skipIf(!file)("decodes the frames of real terminals as their tests assert, or refuses them with a reason", () => {
  const rows = readFileSync(file!, "utf8").trim().split("\n").slice(1);
  const seen = rows.map((row) => overTheWire(row.split("\t")[1]!));
  expect(seen).toHaveLength(40);
  // Three are a lock maker's own frames (one byte of serial, bits of encryption), one is text in brackets.
  const refused = seen.flatMap((message, place) => (typeof message === "string" ? [`${place + 1} ${message}`] : []));
  expect(refused).toEqual(["16 encrypted", "17 encrypted", "21 encrypted", "28 checksum", "29 encrypted"]);
  const kinds: Record<string, number> = {};
  for (const message of seen) if (typeof message !== "string") kinds[message.kind] = (kinds[message.kind] ?? 0) + 1;
  expect(kinds).toEqual({
    position: 23,
    positions: 5,
    register: 2,
    authenticate: 1,
    heartbeat: 1,
    passThrough: 2,
    properties: 1,
  });
  for (const [row, [value, read]] of Object.entries(asserted))
    expect([row, read(seen[Number(row) - 1] as Message)]).toEqual([row, value]);
});

it.skipIf(!file)("gives the same messages for the same frames in EMQX's form", () => {
  const rows = readFileSync(file!, "utf8").trim().split("\n").slice(1);
  const messages = rows.map((row) => overTheWire(row.split("\t")[1]!)).filter((one) => typeof one !== "string");
  expect(messages).toHaveLength(35);
  for (const message of messages) {
    const version = message.kind === "register" && message.model === "MD300" ? 2019 : 2013;
    const same = fromEmqx(JSON.parse(JSON.stringify(asEmqx(message, "13912345678", version)))) as { message: Message };
    expect(withoutLostBits(same.message)).toEqual(withoutLostBits(message));
  }
});

/** EMQX hands on neither all bits of signals and inputs nor what is no item. */
function withoutLostBits(message: Message): Message {
  const cut = (one: Position) => ({ ...one, items: { ...one.items, signalBits: 0, ioBits: 0, rest: "" } });
  if (message.kind === "position") return { ...message, ...cut(message) };
  return message.kind === "positions" ? { ...message, positions: message.positions.map(cut) } : message;
}
