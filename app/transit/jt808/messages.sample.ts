import fc from "fast-check";
import type { Version } from "./fields";
import type { Message } from "./message";
import type { PositionItems } from "./position-items";

const upTo = (max: number) => fc.integer({ min: 0, max });
const [byte, word, dword] = [upTo(0xff), upTo(0xffff), upTo(0xffffffff)];
const tenths = (max: number) => upTo(max).map((value) => value / 10);
const chars = fc.constantFrom(..."京AB0129xyz沪粤公交终端~}");
const words = (most: number) => fc.array(chars, { maxLength: Math.floor(most / 2) }).map((list) => list.join(""));
const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((data) => Buffer.from(data).toString("hex"));
const data = fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes));
const second = fc.integer({ min: 1_300_000_000, max: 3_900_000_000 }).map((seconds) => new Date(seconds * 1000));

const items: fc.Arbitrary<PositionItems> = fc.record(
  {
    mileageKm: tenths(0xffffffff),
    fuelLitres: tenths(0xffff),
    recorderKmh: tenths(0xffff),
    alarmEvent: word,
    signalBits: dword,
    ioBits: word,
    analogBits: dword,
    signalStrength: byte,
    satellites: byte,
    others: fc.dictionary(fc.integer({ min: 0x32, max: 0xdf }).map(String), hex(5), { maxKeys: 5 }),
  },
  { requiredKeys: ["others"] },
);

const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((micro) => micro / 1e6 || 0);
const positions = fc
  .record({
    alarmBits: dword,
    stateBits: dword,
    lat: degrees(90),
    lng: degrees(180),
    altitudeMetres: word,
    speedKmh: tenths(0xffff),
    headingDegrees: upTo(359),
    time: fc.option(second),
    items,
  })
  .map((one) => {
    const side = (bits: number, value: number, bit: number) =>
      value === 0 ? bits : value < 0 ? bits | bit : bits & ~bit;
    return { ...one, stateBits: side(side(one.stateBits, one.lat, 4), one.lng, 8) >>> 0 };
  });

const answer = { answeredSerial: word, answeredId: word, result: byte };
const parameters = fc.array(
  fc.record({ parameterId: dword, value: fc.uint8Array({ maxLength: 255 }).map((bytes) => Buffer.from(bytes)) }),
  { maxLength: 20 },
);
const of = <K extends string>(kind: K, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ kind: fc.constant(kind), ...fields });

/** Any message of a version, as the terminal or we may send it. */
export const messagesOf = (version: Version): fc.Arbitrary<Message> => {
  const wide = version === 2019;
  return fc.oneof(
    of("terminalAnswer", answer),
    of("heartbeat", {}),
    of("leave", {}),
    of("register", {
      province: word,
      city: word,
      maker: words(wide ? 11 : 5),
      model: words(wide ? 30 : 20),
      terminalId: words(wide ? 30 : 7),
      plateColour: byte,
      plate: words(20),
    }),
    of("authenticate", { code: words(60), ...(wide && { imei: words(15), softwareVersion: words(20) }) }),
    of("parameters", { answeredSerial: word, parameters }),
    of("properties", {
      terminalKinds: word,
      maker: words(5),
      model: words(wide ? 30 : 20),
      terminalId: words(wide ? 30 : 7),
      iccid: hex(10),
      hardwareVersion: words(100),
      firmwareVersion: words(100),
      positioning: byte,
      communication: byte,
    }),
    of("upgradeResult", { upgradeType: byte, result: byte }),
    positions.map((one) => ({ kind: "position", ...one })),
    of("positions", { isLate: fc.boolean(), positions: fc.array(positions, { maxLength: 30 }) }),
    of("passThrough", { passType: byte, data }),
    of("platformAnswer", answer),
    of("missingParts", { firstSerial: word, indexes: fc.array(word, { maxLength: 255 }) }),
    of("registerAnswer", { answeredSerial: word, result: byte, code: words(40) }),
    of("setParameters", { parameters }),
    of("askParameters", {}),
    of("control", { command: byte, words: words(400) }),
    of("askProperties", {}),
    of("package", { upgradeType: byte, maker: words(wide ? 11 : 5), packageVersion: words(80), data }),
  ) as fc.Arbitrary<Message>;
};
