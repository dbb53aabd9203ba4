import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Version } from "~/transit/jt808/fields";
import { decodeFrame } from "~/transit/jt808/frame";
import { decodeMessage, type Message, type MessageOf } from "~/transit/jt808/message";
import { PartJoiner } from "~/transit/jt808/parts";
import { framesOf } from "~/transit/jt808/send";
import { FrameSplitter } from "~/transit/jt808/split";

export interface Jt808Address {
  host: string;
  port: number;
}

export interface Jt808Number {
  phone: string;
  version: Version;
}

type Answer = MessageOf<"platformAnswer"> | MessageOf<"registerAnswer">;

interface Listener {
  hear: (message: Message) => void;
  /** Whether the terminal goes away in the middle of a file that comes in parts. */
  goesAway?: () => boolean;
}

const answerWithinMs = 15_000;
const largest = { parts: 0xffff, bytes: 64_000_000, patience: 120_000 };

export class Jt808Line {
  private readonly splitter = new FrameSplitter();
  private readonly joiner = new PartJoiner(largest);
  private readonly waiting = new Map<number, (answer: Answer | undefined) => void>();
  private serial = 0;
  private isLeaving = false;

  private constructor(
    private readonly socket: Socket,
    private readonly as: Jt808Number,
    private readonly listener: Listener,
  ) {
    socket.on("data", (chunk) => {
      for (const between of this.splitter.push(chunk)) this.read(between);
    });
    socket.on("error", () => undefined);
    socket.once("close", () => {
      for (const over of [...this.waiting.values()]) over(undefined);
    });
  }

  static async open({ host, port }: Jt808Address, as: Jt808Number, listener: Listener): Promise<Jt808Line> {
    const socket = connect(port, host);
    await once(socket, "connect");
    return new Jt808Line(socket, as, listener);
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  say(message: Message): number {
    const first = this.serial;
    for (const frame of framesOf(message, this.as, () => this.nextSerial())) this.socket.write(frame);
    return first;
  }

  ask(message: Message): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const serial = this.say(message);
      const done = (answer: Answer | undefined) => {
        clearTimeout(timer);
        this.waiting.delete(serial);
        if (answer) resolve(answer);
        else reject(new Error("没有收到网关的回答"));
      };
      const timer = setTimeout(done, answerWithinMs, undefined);
      this.waiting.set(serial, done);
      if (!this.isOpen) done(undefined);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(between: Buffer): void {
    const frame = decodeFrame(between);
    const { part, serial, messageId } = frame.header;
    if (part?.index === 1) this.isLeaving = this.listener.goesAway?.() ?? false;
    if (part && this.isLeaving && part.index > part.total / 2) return this.close();
    const whole = this.joiner.add(frame, Date.now());
    if (part) this.say({ kind: "terminalAnswer", answeredSerial: serial, answeredId: messageId, result: 0 });
    if (!whole) return;
    const message = decodeMessage(messageId, whole.body, this.as.version);
    if (message.kind === "platformAnswer" || message.kind === "registerAnswer")
      this.waiting.get(message.answeredSerial)?.(message);
    else {
      if (!part) this.say({ kind: "terminalAnswer", answeredSerial: serial, answeredId: messageId, result: 0 });
      this.listener.hear(message);
    }
  }

  private nextSerial(): number {
    const serial = this.serial;
    this.serial = (this.serial + 1) & 0xffff;
    return serial;
  }
}
