import { noteConnected } from "~/domains/device-link/queries.server";
import { log } from "~/kit/ground/log.server";
import type { Version } from "~/transit/jt808/fields";
import { type Message, messageIdOf } from "~/transit/jt808/message";
import { describeMessage, nameOfMessage } from "~/transit/jt808/words";
import { Downloads, type PartsOf } from "./downloads.server";
import { keepPositions } from "./positions.server";
import { filesIn, filesReported } from "./reported-files";
import type { TerminalLink } from "./terminal-link";
import { findTerminal, isCodeOf, makeCode, setFirmware, type Terminal } from "./terminals.server";

export interface Sender {
  phone: string;
  version: Version;
  serial: number;
}

/** How messages go to the terminal; answers the serial number of the first frame. */
export type Send = (message: Message, to: Pick<Sender, "phone" | "version">) => number;

const results = { ok: 0, failed: 1, wrong: 2, unsupported: 3 } as const;
const noSuchTerminal = 4;
const mostBeforeCode = 10;

export interface Way {
  transport: "808" | "mqtt";
  send: Send;
  /** The connection is no longer wanted. */
  end: (reason: string) => void;
  /** Has shown its code: another connection of the same terminal is over. */
  entered?: (terminal: Terminal) => void;
  /** A broker has asked for the code itself. */
  isTrusted?: boolean;
  partsOf?: PartsOf;
}

/** What is said with one terminal, whatever carries it. */
export class Session {
  terminal?: Terminal;
  private downloads?: Downloads;
  private before = 0;

  constructor(
    private readonly way: Way,
    private readonly link: TerminalLink,
  ) {}

  async take(message: Message, from: Sender): Promise<void> {
    if (!this.terminal && this.way.isTrusted) await this.enter(await findTerminal(from.phone));
    this.note(message, true);
    if (message.kind === "terminalAnswer") return this.downloads?.answered(message.answeredSerial, message.result);
    if (message.kind === "register") return this.register(from);
    if (message.kind === "authenticate") return this.authenticate(message, from);
    if (!this.terminal) return this.refuse(message, from);
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
        const [errors] = await Promise.all([keepPositions(devSelfCode, positions), noteConnected(devUuid)]);
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

  private async register(from: Sender): Promise<void> {
    const terminal = await findTerminal(from.phone);
    const answeredSerial = from.serial;
    if (terminal)
      this.send({ kind: "registerAnswer", answeredSerial, result: results.ok, code: await makeCode(terminal) }, from);
    else {
      this.send({ kind: "registerAnswer", answeredSerial, result: noSuchTerminal, code: "" }, from);
      log.info({ phone: from.phone }, "a terminal that is not known registers");
      this.countRefused();
    }
  }

  private async authenticate(message: Extract<Message, { kind: "authenticate" }>, from: Sender): Promise<void> {
    const terminal = await findTerminal(from.phone);
    const isKnown = terminal && (this.way.isTrusted || (await isCodeOf(terminal, message.code)));
    if (!isKnown) {
      log.info({ phone: from.phone }, "a terminal shows a wrong code");
      return this.refuse(message, from);
    }
    await this.enter(terminal);
    await noteConnected(terminal.devUuid);
    if (message.softwareVersion) await setFirmware(terminal, message.softwareVersion);
    this.answer(message, from, results.ok);
    if (!message.softwareVersion) this.send({ kind: "askProperties" }, from);
    await this.downloads?.ask(from);
  }

  private async enter(terminal: Terminal | undefined): Promise<void> {
    if (!terminal || this.terminal?.devUuid === terminal.devUuid) return;
    this.downloads?.close();
    this.terminal = terminal;
    this.downloads = new Downloads(terminal, this.link, (message, to) => this.send(message, to), this.way.partsOf);
    this.way.entered?.(terminal);
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
