import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Announcer } from "./announcer";
import type { Chance } from "./chance";
import { badLine, type Misbehaviour, wellBehaved } from "./misbehave";
import type { FetchJob, HeldFile, Transport } from "./transport";

interface Kept extends HeldFile {
  crc32: string;
}

export interface TerminalSetup {
  deviceNo: string;
  transport: Transport;
  chance: Chance;
  misbehaves?: Misbehaviour;
  /** Where it is, as a report of positions has it, without its number. */
  position?: () => object;
  announcer?: Announcer;
  /** Called when it holds a whole file, before it says so. */
  holds?: (job: FetchJob) => void | Promise<void>;
}

export interface Counts {
  polls: number;
  lost: number;
  downloads: number;
  broken: number;
  failed: number;
}

/** A terminal in a bus: asks for work, downloads, verifies, reports what it has. */
export class Terminal {
  readonly files = new Map<string, Kept>();
  readonly counts: Counts = { polls: 0, lost: 0, downloads: 0, broken: 0, failed: 0 };
  private readonly line: Transport;
  private readonly partial = new Map<string, Buffer>();
  private readonly misbehaves: Misbehaviour;

  constructor(private readonly setup: TerminalSetup) {
    this.misbehaves = setup.misbehaves ?? wellBehaved;
    this.line = badLine(setup.transport, this.misbehaves, setup.chance);
  }

  /** One round; answers after how many seconds it wants to come again. */
  async round(): Promise<number> {
    const { deviceNo, position } = this.setup;
    this.counts.polls += 1;
    try {
      const { next, jobs } = await this.line.poll({
        deviceNo,
        reported: this.report(),
        free: 2 ** 30,
        position: position?.(),
      });
      for (const job of jobs) await this.fetchJob(job);
      return next;
    } catch {
      this.counts.lost += 1;
      return 2;
    }
  }

  private happens = (share: keyof Misbehaviour) => this.setup.chance() < this.misbehaves[share];

  private report(): HeldFile[] {
    const lies = this.happens("lie");
    return [...this.files.values()].map(({ kind, no, version }) => ({ kind, no, version: lies ? "0-lie" : version }));
  }

  private async fetchJob(job: FetchJob): Promise<void> {
    const { detailUuid, attempt } = job;
    const has = this.files.get(nameOf(job));
    if (has?.version !== job.version || has.crc32 !== job.crc32) {
      const fault = await this.download(job);
      if (fault === "later") return;
      if (fault) {
        this.counts.failed += 1;
        return this.line.result({ detailUuid, attempt, state: 3, error: fault });
      }
    }
    const sum = this.happens("wrongCrc") ? "deadbeef" : job.crc32;
    await this.line.result({ detailUuid, attempt, state: 2, crc32: sum });
  }

  private async download(job: FetchJob): Promise<"later" | "crc" | "unpack" | undefined> {
    const before = this.partial.get(job.sha256) ?? Buffer.alloc(0);
    const stopAfter = this.happens("stop") ? Math.floor((job.size - before.length) / 2) : undefined;
    await this.line.progress({
      detailUuid: job.detailUuid,
      percent: percentOf(before.length, job.size),
      code: "downloading",
    });
    const bytes = Buffer.concat([before, await this.setup.transport.download(job, before.length, stopAfter)]);
    if (bytes.length < job.size) {
      this.counts.broken += 1;
      this.partial.set(job.sha256, bytes);
      return "later";
    }
    this.partial.delete(job.sha256);
    await this.line.progress({ detailUuid: job.detailUuid, percent: 100, code: "verifying" });
    const sums = [crc32(bytes).toString(16).padStart(8, "0"), createHash("sha256").update(bytes).digest("hex")];
    if (sums[0] !== job.crc32.padStart(8, "0") || sums[1] !== job.sha256) return "crc";
    if (job.kind === 2 && this.setup.announcer && !(await this.setup.announcer.load(bytes))) return "unpack";
    await this.setup.holds?.(job);
    this.files.set(nameOf(job), { kind: job.kind, no: job.no, version: job.version, crc32: job.crc32 });
    this.counts.downloads += 1;
    return undefined;
  }
}

const nameOf = ({ kind, no }: HeldFile) => `${kind} ${no}`;
const percentOf = (bytes: number, size: number) => Math.floor((bytes / size) * 100);
