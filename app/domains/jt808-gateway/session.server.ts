import {
  isCodeOf,
  noteConnected,
  noteRefused,
  registerTerminal,
  keepPosition,
} from "~/domains/device-link/queries.server";
import { type AlarmReport, takeAlarms } from "~/domains/vehicle-events/queries.server";
import { log } from "~/kit/ground/log.server";
import { eventsOf } from "~/transit/jt808/alarms";
import type { Version } from "~/transit/jt808/fields";
import { type Message, messageIdOf, type MessageOf } from "~/transit/jt808/message";
import { describeMessage, nameOfMessage } from "~/transit/jt808/words";
import { Downloads, type PartsOf } from "./downloads.server";
import type { TerminalLink } from "./terminal-link";
import { findTerminal, plainNumber, setFirmware, type Terminal } from "./terminals.server";
import type { Position } from "~/transit/jt808/position";

export interface Sender {
  phone: string;
  version: Version;
  serial: number;
}

/** How messages go to the terminal; answers the serial number of the first frame. */
export type Send = (message: Message, to: Pick<Sender, "phone" | "version">) => number;

const results = { ok: 0, failed: 1, wrong: 2, unsupported: 3 } as const;
const registerResults = { known: 3, unknown: 4 } as const;
const mostBeforeCode = 10;
const lookAgainMs = 30_000;

export interface Way {
  transport: "808" | "mqtt";
  send: Send;
  /** The connection is no longer wanted. */
  end: (reason: string) => void;
  /** Has shown its code: another connection of the same terminal is over. */
  entered?: (terminal: Terminal) => void;
  /** A broker has asked for the code itself. */
  isTrusted?: boolean;
  /** Where the terminal connects from, and whether another number may still be named from there; a broker looks after both itself. */
  address?: string;
  mayName?: (phone: string) => boolean;
  partsOf?: PartsOf;
}

/** What is said with one terminal, whatever carries it. */
export class Session {
  terminal?: Terminal;
  private number = "";
  private code = "";
  private lookedAt = 0;
  private downloads?: Downloads;
  private before = 0;
  /** The alarm word of its last position, without what is no event; unknown before the first. */
  private alarm?: number;

  constructor(
    private readonly way: Way,
    private readonly link: TerminalLink,
  ) {}

  async take(message: Message, from: Sender): Promise<void> {
    if (!this.terminal && this.way.isTrusted) this.enter(await findTerminal(from.phone), from);
    this.note(message, true);
    if (message.kind === "terminalAnswer") return this.downloads?.answered(message.answeredSerial, message.result);
    if (message.kind === "register") return this.register(message, from);
    if (message.kind === "authenticate") return this.authenticate(message, from);
    if (!this.terminal || plainNumber(from.phone) !== this.number) return this.refuse(message, from);
    if (!(await this.isStillLetIn(this.terminal))) return this.way.end("its code opens nothing any more");
    const result = await this.keep(message, this.terminal);
    this.answer(message, from, result);
    await this.downloads?.ask(from);
  }

  /** A message whose body could not be read. */
  answerWrong(messageId: number, from: Sender): void {
    this.send(
      { kind: "platformAnswer", answeredSerial: from.serial, answeredId: messageId, result: results.wrong },
      from,
    );
  }

  close(): void {
    this.downloads?.close();
  }

  private async keep(message: Message, terminal: Terminal): Promise<number> {
    const { devUuid, devSelfCode } = terminal;
    switch (message.kind) {
      case "position":
      case "positions": {
        const positions = message.kind === "position" ? [message] : message.positions;
        const [errors] = await Promise.all([this.keepPositions(terminal, positions), noteConnected(devUuid)]);
        if (errors.length > 0)
          log.debug({ device: devSelfCode, errors: errors.slice(0, 3) }, "positions were not taken");
        return results.ok;
      }
      case "heartbeat":
        await noteConnected(devUuid);
        return results.ok;
      case "leave":
        setImmediate(() => this.way.end("the terminal leaves"));
        return results.ok;
      case "properties":
        await setFirmware(terminal, message.firmwareVersion);
        return results.ok;
      case "upgradeResult":
        await this.downloads!.upgraded(message.result);
        return results.ok;
      case "passThrough":
        if (message.passType === filesReported) await this.link.keepReported({ devUuid }, filesIn(message.data));
        return results.ok;
      case "parameters":
        return results.ok;
      default:
        return results.unsupported;
    }
  }

  /** An alarm counts wherever the vehicle is, and though its position is not taken; it is only handed on when it changes. */
  private async keepPositions(terminal: Terminal, positions: readonly Position[]): Promise<string[]> {
    const answers = await keepPositions(terminal, positions);
    const reports: AlarmReport[] = [];
    let last = this.alarm;
    for (const [at, position] of positions.entries()) {
      const alarm = eventsOf(position.alarmBits);
      if (alarm === last) continue;
      last = alarm;
      const place = answers[at] === undefined ? { lng: position.lng, lat: position.lat } : {};
      reports.push({
        devUuid: terminal.devUuid,
        at: alarmTime(momentOf(terminal, position)),
        alarm,
        ...place,
        kmh: position.speedKmh,
      });
    }
    // What could not be kept is said once more by the next position.
    if (reports.length > 0) await takeAlarms(reports);
    this.alarm = last;
    return answers.filter((words) => words !== undefined);
  }

  private async register(said: MessageOf<"register">, from: Sender): Promise<void> {
    const terminal = await findTerminal(from.phone);
    const mayName = () => this.way.mayName?.(from.phone) ?? true;
    const answer = terminal
      ? await registerTerminal(terminal, said, mayName)
      : ({ refused: mayName() ? "unknown" : "too many" } as const);
    if (!("refused" in answer)) {
      if (terminal?.devUuid === this.terminal?.devUuid) this.code = answer.code;
      return this.answerRegister(results.ok, answer.code, from);
    }
    this.noteRefused(answer.refused, said, from);
    // What such an address is told, it would tell its next number by.
    if (answer.refused === "too many") return this.way.end("too many different numbers of one address");
    this.answerRegister(registerResults[answer.refused], "", from);
    this.countRefused();
  }

  private answerRegister(result: number, code: string, from: Sender): void {
    this.send({ kind: "registerAnswer", answeredSerial: from.serial, result, code }, from);
  }

  private noteRefused(
    reason: "known" | "unknown" | "too many",
    { terminalId, plate }: MessageOf<"register">,
    { phone }: Sender,
  ): void {
    const why = {
      known: `已注册，所报终端编号 ${terminalId || "空"}、车牌 ${plate || "空"} 与首次注册不符`,
      unknown: "没有这个号码的设备",
      "too many": "这个地址一小时内报出的不同号码过多",
    }[reason];
    noteRefused({ clientAddress: this.way.address }, `终端 ${phone} 注册被拒：${why}`);
  }

  private async authenticate(message: Extract<Message, { kind: "authenticate" }>, from: Sender): Promise<void> {
    const terminal = await findTerminal(from.phone);
    const isKnown = terminal && (this.way.isTrusted || (await isCodeOf(terminal, message.code)));
    if (!isKnown) {
      log.info({ phone: from.phone }, "a terminal shows a wrong code");
      return this.refuse(message, from);
    }
    this.code = message.code;
    this.enter(terminal, from);
    await noteConnected(terminal.devUuid);
    if (message.softwareVersion) await setFirmware(terminal, message.softwareVersion);
    this.answer(message, from, results.ok);
    if (!message.softwareVersion) this.send({ kind: "askProperties" }, from);
    await this.downloads?.ask(from);
  }

  private enter(terminal: Terminal | undefined, { phone }: Sender): void {
    if (!terminal) return;
    this.number = plainNumber(phone);
    this.lookedAt = Date.now();
    if (this.terminal?.devUuid === terminal.devUuid) return;
    this.downloads?.close();
    this.alarm = undefined;
    this.terminal = terminal;
    this.downloads = new Downloads(terminal, this.link, (message, to) => this.send(message, to), this.way.partsOf);
    this.way.entered?.(terminal);
  }

  /** Its code may have been ended since, or its number or the device be another's. */
  private async isStillLetIn({ devUuid }: Terminal): Promise<boolean> {
    const now = Date.now();
    if (now - this.lookedAt < lookAgainMs) return true;
    this.lookedAt = now;
    const found = await findTerminal(this.number);
    if (found?.devUuid !== devUuid) return false;
    // What stands at the device may be another clock now.
    this.terminal = found;
    return this.way.isTrusted || isCodeOf({ devUuid }, this.code);
  }

  private answer(message: Message, from: Sender, result: number): void {
    this.send({ kind: "platformAnswer", answeredSerial: from.serial, answeredId: messageIdOf(message), result }, from);
  }

  private refuse(message: Message, from: Sender): void {
    this.answer(message, from, results.failed);
    this.countRefused();
  }

  private countRefused(): void {
    if (++this.before >= mostBeforeCode) this.way.end("too much before a right code");
  }

  private send(message: Message, to: Pick<Sender, "phone" | "version">): number {
    this.note(message, false);
    return this.way.send(message, to);
  }

  private note(message: Message, isFromDevice: boolean): void {
    if (!this.terminal) return;
    const { devUuid } = this.terminal;
    const kind = nameOfMessage(messageIdOf(message));
    const often = ["heartbeat", "position", "platformAnswer", "terminalAnswer"].includes(message.kind);
    this.link.note({
      devUuid,
      transport: this.way.transport,
      isFromDevice,
      kind,
      content: describeMessage(message),
      ...(often && { fold: "often" }),
    });
  }
}

const locatedBit = 2;

/** Hands a terminal's positions to where all positions go; answers in words what was wrong with any. A position without a fix or without a time is none. */
async function keepPositions(
  terminal: Pick<Terminal, "devSelfCode" | "timeZone">,
  positions: readonly Position[],
): Promise<(string | undefined)[]> {
  return Promise.all(
    positions.map((position) => {
      const moment = momentOf(terminal, position);
      if (!(position.stateBits & locatedBit)) return "没有定位";
      if (!moment) return "没有时间";
      return keepPosition(terminal.devSelfCode, reportFrom(position, moment));
    }),
  );
}

function momentOf({ timeZone }: Pick<Terminal, "timeZone">, { time }: Position): Date | undefined {
  return time ? new Date(time.getTime() - (minutesAhead(timeZone) - protocolMinutes) * 60_000) : undefined;
}

/** A terminal whose clock is wrong still says that something is the matter now. */
function alarmTime(said: Date | undefined, now = Date.now()): Date {
  const isPlausible = said && said.getTime() < now + 10 * 60_000 && said.getTime() > now - 24 * 3_600_000;
  return isPlausible ? said : new Date(now);
}

function reportFrom({ lng, lat, speedKmh, headingDegrees, items }: Position, time: Date) {
  return {
    lng,
    lat,
    reportedAt: time.toISOString(),
    ...(speedKmh <= 300 && { speed: speedKmh }),
    ...(headingDegrees <= 360 && { azimuth: headingDegrees % 360 }),
    ...(items.mileageKm !== undefined && items.mileageKm <= 99_999_999 && { mileage: items.mileageKm }),
  };
}

/** The protocol's clock is that of GMT+8; some terminals have another, which stands at the device. */
const protocolMinutes = 480;

function minutesAhead(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : protocolMinutes;
}

/** Our own use of 0x0900: a line for each file that the terminal has, `kind number version`, and the checksum where it can tell. */
const filesReported = 0xf0;

function filesIn(data: Buffer) {
  const lines = data.toString("utf8").split("\n").slice(0, 200);
  return lines.flatMap((line) => {
    const [, kind, no, version, crc32] =
      /^([1-5]) ([\x21-\x7e]{1,32}) ([\x21-\x7e]{1,16})(?: ([0-9a-fA-F]{1,8}))?$/.exec(line.trim()) ?? [];
    return kind ? [{ kind: Number(kind) as 1 | 2 | 3 | 4 | 5, no: no!, version: version!, crc32 }] : [];
  });
}
