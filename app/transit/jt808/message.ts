import {
  byte,
  byVersion,
  countedBytes,
  countedText,
  digits,
  dword,
  enclosed,
  type Field,
  layout,
  list,
  orShorter,
  restOfBytes,
  restOfText,
  since2019,
  text,
  type Version,
  word,
} from "./fields";
import { FrameFault } from "./fault";
import { position, positionBatch } from "./position";
import { Reader } from "./reader";

const answer = layout({ answeredSerial: word, answeredId: word, result: byte });
const parameter = layout({ parameterId: dword, value: enclosed(byte, restOfBytes) });
const maker = text({ 2013: 5, 2019: 11 });
const nothing: Field<object> = { read: () => ({}), write: () => Buffer.alloc(0) };

/** The edition of 2011, which older terminals still send, has a model of 8 bytes. */
const registration = (modelLength: number) =>
  layout({
    province: word,
    city: word,
    maker,
    model: text({ 2013: modelLength, 2019: 30 }),
    terminalId: text({ 2013: 7, 2019: 30 }),
    plateColour: byte,
    plate: restOfText,
  });

/** Every message of the two standards that is understood, under its name, with its number and its body. */
const bodies = {
  // From the terminal.
  terminalAnswer: { id: 0x0001, body: answer },
  heartbeat: { id: 0x0002, body: nothing },
  leave: { id: 0x0003, body: nothing },
  register: { id: 0x0100, body: orShorter(37, registration(20), registration(8)) },
  authenticate: {
    id: 0x0102,
    body: layout({
      code: byVersion({ 2013: restOfText, 2019: countedText }),
      imei: since2019(text(15)),
      softwareVersion: since2019(text(20)),
    }),
  },
  parameters: { id: 0x0104, body: layout({ answeredSerial: word, parameters: list(byte, parameter) }) },
  properties: {
    id: 0x0107,
    body: layout({
      terminalKinds: word,
      maker: text(5),
      model: text({ 2013: 20, 2019: 30 }),
      terminalId: text({ 2013: 7, 2019: 30 }),
      iccid: digits(10),
      hardwareVersion: countedText,
      firmwareVersion: countedText,
      positioning: byte,
      communication: byte,
    }),
  },
  upgradeResult: { id: 0x0108, body: layout({ upgradeType: byte, result: byte }) },
  position: { id: 0x0200, body: position },
  positions: { id: 0x0704, body: positionBatch },
  passThrough: { id: 0x0900, body: layout({ passType: byte, data: restOfBytes }) },
  // From us.
  platformAnswer: { id: 0x8001, body: answer },
  missingParts: {
    id: 0x8003,
    body: byVersion({
      2013: layout({ firstSerial: word, indexes: list(byte, word) }),
      2019: layout({ firstSerial: word, indexes: list(word, word) }),
    }),
  },
  registerAnswer: { id: 0x8100, body: layout({ answeredSerial: word, result: byte, code: restOfText }) },
  setParameters: { id: 0x8103, body: layout({ parameters: list(byte, parameter) }) },
  askParameters: { id: 0x8104, body: nothing },
  control: { id: 0x8105, body: layout({ command: byte, words: restOfText }) },
  askProperties: { id: 0x8107, body: nothing },
  package: {
    id: 0x8108,
    body: layout({ upgradeType: byte, maker, packageVersion: countedText, data: countedBytes }),
  },
} satisfies Record<string, { id: number; body: Field<unknown> }>;

export type Kind = keyof typeof bodies;
type BodyOf<K extends Kind> = (typeof bodies)[K]["body"] extends Field<infer T> ? T : never;
export type KnownMessage = { [K in Kind]: { kind: K } & BodyOf<K> }[Kind];
export type Message = KnownMessage | { kind: "unknown"; messageId: number; data: Buffer };
export type MessageOf<K extends Kind> = Extract<KnownMessage, { kind: K }>;

const kinds = new Map(Object.entries(bodies).map(([kind, { id }]) => [id, kind as Kind]));
export const messageIdOf = (message: Message) =>
  message.kind === "unknown" ? message.messageId : bodies[message.kind].id;
export const kindOf = (messageId: number) => kinds.get(messageId);

/** What a body says; throws FrameFault. Bytes after its end are a newer standard's, and left out. */
export function decodeMessage(messageId: number, body: Buffer, version: Version): Message {
  const kind = kinds.get(messageId);
  if (!kind) return { kind: "unknown", messageId, data: body };
  if (body.length > mostBytes) throw new FrameFault("body", `a body of ${body.length} bytes`);
  const field = bodies[kind].body as Field<object>;
  return { kind, ...field.read(new Reader(body), version) } as KnownMessage;
}

export function encodeMessage(message: Message, version: Version): Buffer {
  if (message.kind === "unknown") return message.data;
  return (bodies[message.kind].body as Field<unknown>).write(message, version);
}

const mostBytes = 16_000_000;
