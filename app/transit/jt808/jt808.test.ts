import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measured } from "../../../tests/kit/real-data";
import { FrameFault } from "./fault";
import type { Version } from "./fields";
import { decodeFrame, encodeFrame } from "./frame";
import { framesThrough } from "./fuzz.sample";
import { decodeMessage, encodeMessage, type Message, messageIdOf } from "./message";
import { messagesOf } from "./messages.sample";
import { PartJoiner } from "./parts";
import { downloadCommand, framesOf } from "./send";
import { FrameSplitter } from "./split";

const phones: Record<Version, string> = { 2013: "013912345678", 2019: "00000000013912345678" };

function sent(message: Message, version: Version, joined: Message[] = []): Message[] {
  const [splitter, joiner] = [new FrameSplitter(), new PartJoiner()];
  let serial = 65_530;
  const bytes = Buffer.concat(framesOf(message, { phone: phones[version], version }, () => serial++));
  // In pieces of a length that no delimiter keeps to.
  for (let at = 0; at < bytes.length; at += 97) {
    for (const between of splitter.push(bytes.subarray(at, at + 97))) {
      const frame = decodeFrame(between);
      expect(frame.header).toMatchObject({ phone: phones[version], version, messageId: messageIdOf(message) });
      const whole = joiner.add(frame, 0);
      if (whole) joined.push(decodeMessage(whole.header.messageId, whole.body, version));
    }
  }
  return joined;
}

describe.each([2013, 2019] as const)("messages of %i", (version) => {
  it("come out as they went in, whole or in parts", () => {
    fc.assert(
      fc.property(messagesOf(version), (message) => {
        expect(sent(message, version)).toEqual([message]);
      }),
      { numRuns: 1500 },
    );
  });

  it("are refused where the body ends too early", () => {
    fc.assert(
      fc.property(messagesOf(version), fc.nat(), (message, cut) => {
        const body = encodeMessage(message, version);
        const half = body.subarray(0, cut % (body.length + 1));
        try {
          decodeMessage(messageIdOf(message), half, version);
        } catch (error) {
          expect(error).toBeInstanceOf(FrameFault);
        }
      }),
      { numRuns: 1500 },
    );
  });
});

it.each([
  // As a load tester and a module's maker send them: a model of 8 bytes, as in 2011.
  ["0001000142454e434856312e300000000030303030303031" + "02", "BENCH", "V1.0", "0000001", 2, ""],
  [
    "0022006471756563744543323030552d4338363533303630" + "01" + "cdee413838383838",
    "quect",
    "EC200U-C",
    "8653060",
    1,
    "皖A88888",
  ],
  ["0022006471756563", "quec", "", "", 0, ""],
])(
  "reads a register that is shorter than the standard of 2013 (%#)",
  (hex, maker, model, terminalId, colour, plate) => {
    expect(decodeMessage(0x0100, Buffer.from(hex, "hex"), 2013)).toMatchObject({
      maker,
      model,
      terminalId,
      plateColour: colour,
      plate,
    });
  },
);

it("asks for a download in the order that the standard gives", () => {
  const { words } = downloadCommand({
    url: "http://10.0.0.9:3000/t/abc",
    maker: "ACME1",
    firmwareVersion: "LF-7",
    hoursAtMost: 2,
  }) as { words: string };
  expect(words).toBe("http://10.0.0.9:3000/t/abc;;;;10.0.0.9;3000;;ACME1;;LF-7;2");
});

describe("a stream", () => {
  const header = { messageId: 2, phone: phones[2013], serial: 1, version: 2013 } as const;
  const heartbeat = encodeFrame(header, Buffer.alloc(0));

  it("goes on after a lost half, a wrong checksum and noise between frames", () => {
    const wrong = Buffer.from(heartbeat);
    wrong[5]! ^= 1;
    const bytes = Buffer.concat([
      Buffer.from("noise"),
      heartbeat.subarray(0, 9),
      heartbeat,
      wrong,
      heartbeat.subarray(1),
      heartbeat,
    ]);
    const reasons = new FrameSplitter().push(bytes).map((between) => {
      try {
        return decodeFrame(between).header.messageId;
      } catch (error) {
        return (error as FrameFault).reason;
      }
    });
    expect(reasons).toEqual(["short", "short", 2, "checksum", 2, 2]);
  });

  it("is ended at 10 MB without an end, and costs no memory till then", () => {
    const splitter = new FrameSplitter();
    const chunk = Buffer.alloc(100_000, 1);
    const before = process.memoryUsage().arrayBuffers;
    for (let mb = 0; mb < 100; mb++) splitter.push(chunk);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2_000_000);
    expect(() => splitter.push(chunk)).toThrow(expect.objectContaining({ reason: "endless" }));
  });
});

describe("messages in parts", () => {
  const part = (index: number, total = 3, body = "ab") => ({
    header: {
      messageId: 0x0900,
      phone: phones[2013],
      serial: 100 + index - 1,
      version: 2013 as const,
      part: { total, index },
    },
    body: Buffer.from(body + index),
  });

  it("are joined in any order, a part that comes twice counts once", () => {
    const joiner = new PartJoiner();
    expect([3, 1, 1].map((index) => joiner.add(part(index), 0))).toEqual([undefined, undefined, undefined]);
    expect(joiner.add(part(2), 0)!.body.toString()).toBe("ab1ab2ab3");
    expect(joiner.missing(60_000)).toEqual([]);
  });

  it("are joined over the end of the serial numbers, in whatever order they come", () => {
    const over = (index: number) => {
      const { header, body } = part(index, 4);
      return { header: { ...header, serial: (65_533 + index) & 0xffff }, body };
    };
    for (const order of [
      [1, 2, 3, 4],
      [4, 3, 2, 1],
      [3, 1, 4, 2],
    ]) {
      const joiner = new PartJoiner();
      const last = order.pop();
      for (const index of order) expect(joiner.add(over(index), 0)).toBeUndefined();
      expect(joiner.missing(6000)).toEqual([{ firstSerial: 65_534, indexes: [last] }]);
      expect(joiner.add(over(last!), 6000)!.body.toString()).toBe("ab1ab2ab3ab4");
      expect(joiner.missing(60_000)).toEqual([]);
    }
  });

  it("say what is missing after a while, and are given up later", () => {
    const joiner = new PartJoiner();
    joiner.add(part(1, 4), 0);
    joiner.add(part(3, 4), 1000);
    expect(joiner.missing(2000)).toEqual([]);
    expect(joiner.missing(10_000)).toEqual([{ firstSerial: 100, indexes: [2, 4] }]);
    expect(joiner.missing(32_000)).toEqual([]);
    expect(joiner.add(part(2, 4), 32_000)).toBeUndefined();
  });

  it.each([
    ["more parts than allowed", () => new PartJoiner({ parts: 2 }).add(part(1), 0)],
    ["a part beyond the last", () => new PartJoiner().add(part(4), 0)],
    ["part 0", () => new PartJoiner().add(part(0), 0)],
    ["more bytes than allowed", () => new PartJoiner({ bytes: 2 }).add(part(1), 0)],
    [
      "more messages than allowed",
      () => {
        const joiner = new PartJoiner({ messages: 1 });
        joiner.add(part(1), 0);
        joiner.add(part(1, 5, "c"), 0);
      },
    ],
  ])("are refused with %s", (_, add) => {
    expect(add).toThrow(expect.objectContaining({ name: "FrameFault", reason: "part" }));
  });
});

it("takes 100,000 frames that were cut, joined and changed, with no error but its own and flat memory", () => {
  const { frames, refused, whole, grown } = framesThrough(100_000, 7);
  measured("frames", { frames, refused, whole, grownMb: Math.round(grown / 1e5) / 10 });
  expect(whole).toBeGreaterThan(20_000);
  expect(refused).toBeGreaterThan(20_000);
  expect(globalThis.gc, "a collector to ask").toBeDefined();
  expect(grown).toBeLessThan(5_000_000);
});
