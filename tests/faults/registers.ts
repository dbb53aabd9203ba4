import { once } from "node:events";
import { connect } from "node:net";
import { freePort } from "../../app/kit/data/db/embedded/port.server";
import { decodeFrame, encodeFrame } from "../../app/transit/jt808/frame";
import { decodeMessage, encodeMessage, type Message, messageIdOf } from "../../app/transit/jt808/message";
import { FrameSplitter } from "../../app/transit/jt808/split";
import { atLeast, atMost, type Figure } from "../bench/figure";
import { seedFleet } from "../kit/fleet";
import { startGateway } from "../kit/gateway-process";
import { withDatabase } from "./issue";
import type { Program } from "./program";

type Version = 2013 | 2019;
const guesses = 200;

/** Bodies of 0x0100 as terminals of three editions send them, whole and cut short by their makers. */
const bodies: [name: string, version: Version, hex: string][] = [
  ["2011", 2013, "002c012f" + "3730313131" + "4253474b33200000" + "30303030303031" + "01" + "d4c142413132333435"],
  [
    "2013",
    2013,
    "002c012f" + "3730313131" + "4253474b3353".padEnd(40, "0") + "30303030303031" + "01" + "d4c142413132333435",
  ],
  [
    "2019",
    2019,
    "002c012f" +
      "3730313131".padStart(22, "0") +
      "4253474b3353".padEnd(60, "0") +
      "30303030303031".padEnd(60, "0") +
      "01" +
      "d4c142413132333435",
  ],
  ["2011 without a plate", 2013, "002c012f" + "3730313131" + "4253474b33200000" + "30303030303031" + "01"],
  ["without colour and plate", 2013, "002c012f" + "3730313131" + "4253474b33200000" + "30303030303031"],
  ["maker only", 2013, "002c012f" + "3730313131"],
  ["province and city only", 2013, "002c012f"],
  ["nothing", 2013, ""],
];

/** What terminals of all sorts are answered when they register, and what somebody gets who says one number after another. */
export async function registers(program: Program): Promise<Figure[]> {
  process.env.DATA_DIR = program.dataDir;
  const { terminals } = await withDatabase(program, () => seedFleet(guesses + bodies.length, 1000));
  const phones = terminals.map(({ phone }) => phone);
  const port = await freePort(undefined);
  const gateway = await startGateway(
    { DATA_DIR: program.dataDir, DATABASE_URL: "" },
    {
      port,
      url: program.url,
      terminals: terminals.length,
    },
  );
  try {
    let accepted = 0;
    for (const [at, [name, version, hex]] of bodies.entries()) {
      const { result } = await register(port, { phone: phones[at]!, version, body: Buffer.from(hex, "hex") });
      if (result === 0) accepted++;
      console.error(`register ${name}: ${result}`);
    }
    const own = phones.slice(bodies.length);
    const codes = new Set<string>();
    for (const phone of own) {
      const { code } = await register(port, { phone, version: 2013, body: asTerminal("0000001", "京A00001") });
      if (code) codes.add(code);
    }
    const real = await talk(port, own[0]!);
    let stolen = 0;
    for (const phone of own) {
      const { result, code } = await register(port, { phone, version: 2013, body: asTerminal("9999999", "京B99999") });
      if (result === 0 || codes.has(code)) stolen++;
    }
    const undisturbed = await real();
    return [
      atLeast("JT/T 808: bodies of register of three editions, whole and short, accepted", accepted, bodies.length, ""),
      atLeast("JT/T 808: terminals registered", codes.size, guesses, ""),
      atMost(`JT/T 808: ${guesses} numbers of registered terminals said by a stranger: codes given`, stolen, 0, ""),
      atLeast("JT/T 808: the terminal that speaks meanwhile is still heard", undisturbed ? 1 : 0, 1, ""),
    ];
  } finally {
    gateway.kill("SIGKILL");
  }
}

const asTerminal = (terminalId: string, plate: string) =>
  encodeMessage(
    { kind: "register", province: 11, city: 1, maker: "ACME", model: "T1", terminalId, plateColour: 1, plate },
    2013,
  );

interface Sent {
  phone: string;
  version: Version;
  body: Buffer;
}

async function register(port: number, sent: Sent): Promise<{ result: number; code: string }> {
  const { say, end } = await open(port, sent.phone, sent.version);
  const answer = await say(0x0100, sent.body, "registerAnswer");
  end();
  return answer?.kind === "registerAnswer" ? answer : { result: -1, code: "" };
}

/** A terminal that has registered stays; asked, it says whether it is still answered. */
async function talk(port: number, phone: string): Promise<() => Promise<boolean>> {
  const { say, end } = await open(port, phone, 2013);
  const answer = await say(0x0100, asTerminal("0000001", "京A00001"), "registerAnswer");
  const code = answer?.kind === "registerAnswer" ? answer.code : "";
  const shown: Message = { kind: "authenticate", code, imei: undefined, softwareVersion: undefined };
  await say(messageIdOf(shown), encodeMessage(shown, 2013), "platformAnswer");
  return async () => {
    const heard = await say(0x0002, Buffer.alloc(0), "platformAnswer");
    end();
    return heard?.kind === "platformAnswer" && heard.result === 0;
  };
}

async function open(port: number, phone: string, version: Version) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const splitter = new FrameSplitter();
  const number = phone.padStart(version === 2019 ? 20 : 12, "0");
  let serial = 1;
  let heard: (message: Message) => void = () => undefined;
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    for (const between of splitter.push(chunk)) {
      const { header, body } = decodeFrame(between);
      heard(decodeMessage(header.messageId, body, header.version));
    }
  });
  const say = (messageId: number, body: Buffer, kind: Message["kind"]) =>
    new Promise<Message | undefined>((resolve) => {
      const late = setTimeout(() => resolve(undefined), 10_000);
      heard = (message) => {
        if (message.kind !== kind) return;
        clearTimeout(late);
        resolve(message);
      };
      socket.once("close", () => resolve(undefined));
      socket.write(encodeFrame({ messageId, phone: number, serial: serial++, version }, body));
    });
  return { say, end: () => socket.destroy() };
}
