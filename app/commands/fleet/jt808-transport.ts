import { createHash } from "node:crypto";
import type { Message, MessageOf } from "~/transit/jt808/message";
import { fetchFile } from "./fetch-file";
import { type Jt808Address, Jt808Line, type Jt808Number } from "./jt808-line";
import type { FetchJob, HeldFile, Transport } from "./transport";

interface Jt808Setup {
  gateway: Jt808Address;
  as: Jt808Number;
  goesAway?: () => boolean;
  everySeconds?: number;
}

/** What the gateway has offered, and the bytes where they came with it. */
type Offer = FetchJob & { upgradeType: number; data?: Buffer };

const maker = "SIMUL";
const filesReported = 0xf0;

/** Speaks JT/T 808 with a gateway: registers once, shows its code at each connection, and keeps an offer until it has said what became of it. */
export function jt808Transport({ gateway, as, goesAway, everySeconds = 10 }: Jt808Setup): Transport {
  let line: Jt808Line | undefined;
  let code: string | undefined;
  let offer: Offer | undefined;
  let lastReported = "";
  const hear = (message: Message) => {
    if (message.kind === "askProperties") line?.say(properties(as));
    else offer = offerIn(message) ?? offer;
  };
  const enter = async (): Promise<Jt808Line> => {
    if (line?.isOpen) return line;
    line = await Jt808Line.open(gateway, as, { hear, goesAway });
    code ??= await register(line, as);
    const { result } = await line.ask({
      kind: "authenticate",
      code,
      ...(as.version === 2019 ? { imei: "", softwareVersion: "" } : { imei: undefined, softwareVersion: undefined }),
    });
    if (result !== 0) {
      line.close();
      code = undefined;
      throw new Error("网关不认这个鉴权码");
    }
    lastReported = "";
    return line;
  };
  return {
    poll: async ({ reported, position }) => {
      const open = await enter();
      const files = reported
        .map(({ kind, no, version, crc32 }) => `${kind} ${no} ${version} ${crc32 ?? ""}`)
        .join("\n");
      if (files !== lastReported)
        await open.ask({ kind: "passThrough", passType: filesReported, data: Buffer.from(files) });
      lastReported = files;
      await open.ask(position ? positionFrom(position as Driven) : { kind: "heartbeat" });
      return { next: everySeconds, jobs: offer ? [offer] : [] };
    },
    progress: () => Promise.resolve(),
    download: (job, have, stops) => {
      const { data } = job as Offer;
      if (!data) return fetchFile(new URL(job.url), have, stops);
      const sha256 = createHash("sha256").update(data).digest("hex");
      return Promise.resolve({ bytes: data.subarray(have?.bytes.length), size: data.length, sha256 });
    },
    result: async ({ state, error }) => {
      if (!offer) return;
      const result = state === 2 ? 0 : error === "cancelled" ? 2 : 1;
      await (await enter()).ask({ kind: "upgradeResult", upgradeType: offer.upgradeType & 0xff, result });
      offer = undefined;
    },
    close: () => line?.close(),
  };
}

async function register(line: Jt808Line, { phone }: Jt808Number): Promise<string> {
  const answer = await line.ask({
    kind: "register",
    province: 11,
    city: 0,
    maker,
    model: "SIM",
    terminalId: phone.slice(-7),
    plateColour: 2,
    plate: "",
  });
  if (answer.kind === "registerAnswer" && answer.result === 0) return answer.code;
  line.close();
  throw new Error(
    answer.result === 3
      ? "这个号码已由另一台终端注册：请先在设备通信页解除注册"
      : "网关不认识这台终端：请核对设备的终端手机号",
  );
}

/** A file by its address or in parts; the address says the kind, the type of an upgrade does in parts. */
function offerIn(message: Message): Offer | undefined {
  if (message.kind === "control" && message.command === 1) {
    const words = message.words.split(";");
    const url = words[0]!;
    const kind = Number(new URL(url).searchParams.get("kind") ?? 5);
    return { ...nameIn(kind, words[9] ?? ""), url, upgradeType: 0 };
  }
  if (message.kind !== "package") return undefined;
  const { upgradeType, packageVersion, data } = message;
  return { ...nameIn(upgradeType === 0 ? 1 : upgradeType - 200, packageVersion), url: "", upgradeType, data };
}

function nameIn(kind: number, said: string): HeldFile & { detailUuid: string } {
  const [no, version] = said.includes("/") ? said.split("/", 2) : ["firmware", said];
  return { detailUuid: said, kind, no: no!, version: version! };
}

interface Driven {
  reportedAt: string;
  lng: number;
  lat: number;
  speed?: number;
  azimuth?: number;
}

const positionFrom = ({ reportedAt, lng, lat, speed = 0, azimuth = 0 }: Driven): MessageOf<"position"> => ({
  kind: "position",
  alarmBits: 0,
  stateBits: 3,
  lat,
  lng,
  altitudeMetres: 0,
  speedKmh: speed,
  headingDegrees: azimuth,
  time: new Date(reportedAt),
  items: { others: {} },
});

const properties = ({ phone }: Jt808Number): MessageOf<"properties"> => ({
  kind: "properties",
  terminalKinds: 0,
  maker,
  model: "SIM",
  terminalId: phone.slice(-7),
  iccid: "0".repeat(20),
  hardwareVersion: "",
  firmwareVersion: "",
  positioning: 3,
  communication: 1,
});
