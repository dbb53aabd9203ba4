import type { Job } from "~/domains/issue-tasks/deliveries/queries.server";
import { openFile } from "~/kit/data/files/files.server";
import { log } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { downloadCommand } from "~/transit/jt808/send";
import type { Message } from "~/transit/jt808/message";
import type { Send, Sender } from "./session.server";
import type { TerminalLink } from "./terminal-link";
import { lastSent, noteSent, type Terminal } from "./terminals.server";

type To = Pick<Sender, "phone" | "version">;
export type PartsOf = (message: Message, to: To) => (() => number)[];

const askEveryMs = 10_000;
/** After a restart a terminal says first how its upgrade went. */
const patienceMs = 60_000;
const answerWithinMs = 15_000;
const tries = 3;
/** The result by which a terminal says that it does not know a command. */
const unsupported = 3;
const mostBytes = 60_000_000;

/** The files that go to one terminal, one at a time. */
export class Downloads {
  private current?: Job;
  private askedAt = 0;
  /** The serial number of the command that named the current file's address. */
  private commanded?: number;
  private isOver = false;
  private readonly enteredAt = Date.now();
  private readonly waiting = new Map<number, (result: number) => void>();

  constructor(
    private readonly terminal: Terminal,
    private readonly link: TerminalLink,
    private readonly send: Send,
    /** A message in parts, each sent as often as it is called; where they cannot be sent, every file goes by its address. */
    private readonly partsOf?: PartsOf,
  ) {}

  /** Looks every ten seconds, when something is heard of the terminal, whether there is a file for it. */
  async ask(to: To): Promise<void> {
    const now = Date.now();
    if (now - this.askedAt < askEveryMs) return;
    this.askedAt = now;
    const [job] = await this.link.takeJobs(this.terminal);
    if (!job) return void (this.current = undefined);
    if (isSame(this.current, job)) return;
    const { detailUuid: sentDetail, attempt: sentAttempt, crc32: sentCrc32 } = job;
    const isNew = await noteSent(this.terminal, { sentDetail, sentAttempt, sentCrc32 });
    // Behind a broker another gateway may have sent it, and the terminal has not been away.
    if (!isNew && (!this.partsOf || now - this.enteredAt < patienceMs)) return;
    this.current = job;
    if (this.terminal.fileTransport === "808分包" && this.partsOf)
      this.sendParts(job, to, this.partsOf).catch((error: unknown) => {
        if (isSame(this.current, job)) this.current = undefined;
        log.warn({ err: error, device: this.terminal.devSelfCode }, "a file could not be sent in parts");
      });
    else await this.sendAddress(job, to);
  }

  /** What the terminal answered to one of our messages: a part waits for it, and a command that is not carried out ends the try. */
  async answered(serial: number, result: number): Promise<void> {
    this.waiting.get(serial)?.(result);
    if (serial !== this.commanded || result === 0 || !this.current) return;
    this.commanded = undefined;
    await this.fail(this.current, result === unsupported ? "不支持按地址下载（0x8105）" : "refused");
  }

  async upgraded(result: number): Promise<void> {
    const sent = await lastSent(this.terminal);
    if (!sent) return;
    const { sentDetail: detailUuid, sentAttempt: attempt, sentCrc32: crc32 } = sent;
    if (result === 0) await this.link.keepResult(this.terminal, { detailUuid, attempt, state: 2, crc32 });
    else {
      const error = result === 2 ? "cancelled" : "升级失败";
      await this.link.keepResult(this.terminal, { detailUuid, attempt, state: 3, error });
    }
    this.current = undefined;
    this.askedAt = 0;
  }

  close(): void {
    this.isOver = true;
    for (const answer of this.waiting.values()) answer(-1);
  }

  private async sendAddress(job: Job, to: To): Promise<void> {
    const ticket = await this.link.makeTicket(this.terminal.devUuid, job.detailUuid);
    const url = `${settings().GATEWAY_URL.replace(/\/$/, "")}/api/device-link/v1.0/download?ticket=${ticket}&kind=${job.kind}`;
    const command = downloadCommand({ url, maker: this.terminal.maker, firmwareVersion: nameOf(job) });
    this.commanded = this.send(command, to);
  }

  /** Each part is answered before the next goes out. */
  private async sendParts(job: Job, to: To, partsOf: PartsOf): Promise<void> {
    if (job.size > mostBytes) return this.fail(job, `文件 ${job.size} 字节，分包下发最多 ${mostBytes} 字节`);
    const data = await bytesOf(job.fileKey);
    const message: Message = {
      kind: "package",
      upgradeType: job.kind === 1 ? 0 : 200 + job.kind,
      maker: this.terminal.maker,
      packageVersion: nameOf(job),
      data,
    };
    let said = 0;
    for (const part of partsOf(message, to)) {
      for (let time = 1; ; time++) {
        const result = await this.answerTo(part());
        if (this.isOver || !isSame(this.current, job)) return;
        if (result === 0) break;
        if (result > 0) return this.fail(job, "refused");
        if (time === tries) return this.fail(job, "broken");
      }
      said += 1;
      const percent = Math.floor((said * 1023 * 100) / (data.length + 100));
      if (said % 20 === 0)
        await this.link.keepProgress(this.terminal, {
          detailUuid: job.detailUuid,
          percent: Math.min(99, percent),
          code: "downloading",
        });
    }
    await this.link.keepProgress(this.terminal, { detailUuid: job.detailUuid, percent: 100, code: "installing" });
  }

  private answerTo(serial: number): Promise<number> {
    return new Promise((resolve) => {
      const done = (result: number) => {
        clearTimeout(timer);
        this.waiting.delete(serial);
        resolve(result);
      };
      const timer = setTimeout(done, answerWithinMs, -1);
      timer.unref();
      this.waiting.set(serial, done);
    });
  }

  private async fail({ detailUuid, attempt }: Job, error: string): Promise<void> {
    this.current = undefined;
    await this.link.keepResult(this.terminal, { detailUuid, attempt, state: 3, error });
  }
}

const isSame = (one: Job | undefined, other: Job) =>
  one?.detailUuid === other.detailUuid && one.attempt === other.attempt;
/** Firmware has a version; other files are told apart by their number too. */
const nameOf = ({ kind, no, version }: Job) => (kind === 1 ? version : `${no}/${version}`);

async function bytesOf(fileKey: string): Promise<Buffer> {
  const { stream } = await openFile(fileKey);
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}
