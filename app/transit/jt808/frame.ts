import { FrameFault } from "./fault";
import { byte, digits, type Version, word } from "./fields";
import { Reader } from "./reader";

export interface Header {
  messageId: number;
  /** 12 digits in 2013, 20 in 2019, zeros in front. */
  phone: string;
  serial: number;
  version: Version;
  part?: { total: number; index: number };
}

export interface Frame {
  header: Header;
  body: Buffer;
}

export const DELIMITER = 0x7e;
const ESCAPE = 0x7d;
export const MOST_BODY_BYTES = 1023;
const IN_PARTS = 0x2000;
const SINCE_2019 = 0x4000;

/** The frame between two delimiters; throws FrameFault. */
export function decodeFrame(between: Buffer): Frame {
  const bytes = unescape(between);
  if (bytes.length < 13) throw new FrameFault("short", `${bytes.length} bytes are no frame`);
  const said = bytes[bytes.length - 1]!;
  const content = bytes.subarray(0, -1);
  if (checksum(content) !== said) throw new FrameFault("checksum", `checksum ${said}, counted ${checksum(content)}`);
  const from = new Reader(content);
  const [messageId, properties] = [from.number(2), from.number(2)];
  const version = properties & SINCE_2019 ? 2019 : 2013;
  if (properties & 0x1c00) throw new FrameFault("encrypted", `encryption ${(properties >> 10) & 7} is not known`);
  if (version === 2019) from.number(1);
  const phone = phoneIn(version).read(from, version);
  const header: Header = { messageId, phone, serial: from.number(2), version };
  if (properties & IN_PARTS) header.part = { total: from.number(2), index: from.number(2) };
  const length = properties & MOST_BODY_BYTES;
  if (from.left !== length) throw new FrameFault("length", `body of ${from.left} bytes, ${length} said`);
  return { header, body: Buffer.from(from.take()) };
}

/** A frame with its delimiters. */
export function encodeFrame({ messageId, phone, serial, version, part }: Header, body: Buffer): Buffer {
  if (body.length > MOST_BODY_BYTES) throw new RangeError(`a body of ${body.length} bytes needs parts`);
  const properties = body.length | (part ? IN_PARTS : 0) | (version === 2019 ? SINCE_2019 : 0);
  const content = Buffer.concat([
    word.write(messageId, version),
    word.write(properties, version),
    ...(version === 2019 ? [byte.write(1, version)] : []),
    phoneIn(version).write(phone, version),
    word.write(serial, version),
    ...(part ? [word.write(part.total, version), word.write(part.index, version)] : []),
    body,
  ]);
  return Buffer.concat([
    Buffer.of(DELIMITER),
    escape(Buffer.concat([content, Buffer.of(checksum(content))])),
    Buffer.of(DELIMITER),
  ]);
}

const phoneIn = (version: Version) => digits(version === 2019 ? 10 : 6);

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const one of bytes) sum ^= one;
  return sum;
}

export function escape(bytes: Buffer): Buffer {
  const escaped: number[] = [];
  for (const one of bytes) {
    if (one === DELIMITER) escaped.push(ESCAPE, 2);
    else if (one === ESCAPE) escaped.push(ESCAPE, 1);
    else escaped.push(one);
  }
  return Buffer.from(escaped);
}

function unescape(between: Buffer): Buffer {
  if (!between.includes(ESCAPE)) return between;
  const bytes = Buffer.alloc(between.length);
  let length = 0;
  for (let at = 0; at < between.length; at++) {
    const one = between[at]!;
    if (one !== ESCAPE) bytes[length++] = one;
    else {
      const next = between[++at];
      if (next !== 1 && next !== 2) throw new FrameFault("escape", "0x7d is followed by neither 0x01 nor 0x02");
      bytes[length++] = next === 1 ? ESCAPE : DELIMITER;
    }
  }
  return bytes.subarray(0, length);
}
