import type { Socket } from "node:net";
import { contain, runBeside } from "~/kit/ground/faults.server";
import { log } from "~/kit/ground/log.server";
import type { Settings } from "~/kit/ground/settings.server";
import { FrameFault } from "~/transit/jt808/fault";
import { decodeFrame, type Frame } from "~/transit/jt808/frame";
import { decodeMessage } from "~/transit/jt808/message";
import { PartJoiner } from "~/transit/jt808/parts";
import { framesOf } from "~/transit/jt808/send";
import { FrameSplitter } from "~/transit/jt808/split";
import { type Sender, Session } from "./session.server";
import type { TerminalLink } from "./terminal-link";
import type { Terminal } from "./terminals.server";

const mostFaults = 10;
const mostWaiting = 500;
const pauseAt = 50;
const mostBuffered = 1_000_000;
const [withinMs, firstWithinMs] = [30_000, 10_000];

/** What the gateway has to do with a connection beside carrying it. */
interface Around {
  entered: (connection: Connection, terminal: Terminal) => void;
  /** Whether another terminal's number may be named from this address. */
  mayName: (address: string, phone: string) => boolean;
}

/** One terminal's TCP connection; whatever goes wrong ends this one only. */
export class Connection {
  readonly session: Session;
  readonly address: string;
  private readonly splitter = new FrameSplitter();
  private readonly joiner = new PartJoiner();
  private readonly bytes: Allowance;
  private readonly messages: Allowance;
  private readonly lookingAgain: NodeJS.Timeout;
  private serial = 0;
  private faults = 0;
  private waiting = 0;
  private turn: Promise<void> = Promise.resolve();
  private latest?: Sender;

  constructor(
    private readonly socket: Socket,
    link: TerminalLink,
    limits: Settings,
    { entered, mayName }: Around,
  ) {
    this.address = socket.remoteAddress ?? "";
    const { GATEWAY_BYTES_PER_SECOND, GATEWAY_MESSAGES_PER_SECOND, GATEWAY_HEARTBEAT_SECONDS } = limits;
    this.bytes = new Allowance(GATEWAY_BYTES_PER_SECOND);
    this.messages = new Allowance(GATEWAY_MESSAGES_PER_SECOND);
    this.session = new Session(
      {
        transport: "808",
        address: this.address,
        mayName: (phone) => mayName(this.address, phone),
        send: (message, to) => {
          const first = this.serial;
          for (const frame of framesOf(message, to, () => this.nextSerial())) this.write(frame);
          return first;
        },
        partsOf: (message, to) => {
          const first = this.serial;
          return framesOf(message, to, () => this.nextSerial()).map((frame, at) => () => {
            // What a terminal is made to answer is no flood.
            this.messages.give(1);
            this.bytes.give(60);
            this.write(frame);
            return (first + at) & 0xffff;
          });
        },
        end: (reason) => this.end(reason),
        entered: (terminal) => entered(this, terminal),
      },
      link,
    );
    socket.setNoDelay(true);
    socket.setTimeout(3 * GATEWAY_HEARTBEAT_SECONDS * 1000, () => this.end("silent for three heartbeats"));
    socket.on(
      "data",
      this.containing("bytes", (chunk: Buffer) => this.read(chunk)),
    );
    socket.on("error", (error) => log.debug({ err: error, address: this.address }, "a terminal's connection broke"));
    socket.on(
      "close",
      this.containing("close", () => this.closed()),
    );
    this.lookingAgain = setInterval(
      this.containing("missing parts", () => this.askForMissing()),
      5000,
    );
    setTimeout(() => !this.latest && this.end("no frame within 10 seconds"), firstWithinMs).unref();
    setTimeout(() => !this.session.terminal && this.end("no code within 30 seconds"), withinMs).unref();
  }

  end(reason: string): void {
    if (this.socket.destroyed) return;
    const device = this.session.terminal?.devSelfCode;
    log.info({ address: this.address, device, reason }, "a terminal's connection is ended");
    this.socket.destroy();
  }

  private containing<Args extends unknown[]>(what: string, callback: (...args: Args) => void) {
    return contain(`a terminal's ${what}`, callback, () => this.end("a fault of ours"));
  }

  private closed(): void {
    clearInterval(this.lookingAgain);
    this.session.close();
  }

  private read(chunk: Buffer): void {
    if (!this.bytes.take(chunk.length)) return this.end("too many bytes");
    try {
      for (const between of this.splitter.push(chunk)) {
        if (!this.messages.take(1)) return this.end("too many messages");
        this.readFrame(between);
        if (this.socket.destroyed) return;
      }
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      this.end(error.message);
    }
  }

  private readFrame(between: Buffer): void {
    let frame: Frame | undefined;
    try {
      const one = decodeFrame(between);
      this.latest = one.header;
      frame = this.joiner.add(one, Date.now());
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      log.info({ address: this.address, reason: error.reason, words: error.message }, "a frame is refused");
      if (++this.faults >= mostFaults) this.end("too many wrong frames");
      return;
    }
    if (!frame) return;
    const { header, body } = frame;
    try {
      const message = decodeMessage(header.messageId, body, header.version);
      // Answers to what we sent must not wait behind what they are waited for by.
      if (message.kind === "terminalAnswer") runBeside("a terminal's answer", this.session.take(message, header));
      else this.queue(() => this.session.take(message, header));
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      this.session.answerWrong(header.messageId, header);
    }
  }

  private queue(work: () => Promise<void>): void {
    if (++this.waiting > mostWaiting) return this.end("too many messages waiting");
    if (this.waiting >= pauseAt) this.socket.pause();
    this.turn = this.turn.then(work).catch((error: unknown) => {
      log.error({ err: error, address: this.address }, "a terminal's message could not be answered");
    });
    this.turn = this.turn.then(() => {
      if (--this.waiting < pauseAt / 2) this.socket.resume();
    });
  }

  private askForMissing(): void {
    if (!this.latest) return;
    for (const { firstSerial, indexes } of this.joiner.missing(Date.now()))
      for (const frame of framesOf(
        { kind: "missingParts", firstSerial, indexes: indexes.slice(0, 255) },
        this.latest,
        () => this.nextSerial(),
      ))
        this.write(frame);
  }

  private write(frame: Buffer): void {
    if (this.socket.destroyed) return;
    this.socket.write(frame);
    if (this.socket.writableLength > mostBuffered) this.end("does not take what it is sent");
  }

  private nextSerial(): number {
    const serial = this.serial;
    this.serial = (this.serial + 1) & 0xffff;
    return serial;
  }
}

/** What one may send: so much a second in the long run, ten seconds' worth at once. */
class Allowance {
  private left: number;
  private at = performance.now();

  constructor(private readonly perSecond: number) {
    this.left = 10 * perSecond;
  }

  give(amount: number): void {
    this.left += amount;
  }

  /** False where it is too much. */
  take(amount: number): boolean {
    const now = performance.now();
    this.left = Math.min(10 * this.perSecond, this.left + ((now - this.at) / 1000) * this.perSecond) - amount;
    this.at = now;
    return this.left >= 0;
  }
}
