import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Announcer, type OpenedPackage, openPackage } from "./announcer";
import type { Chance } from "./chance";
import { badLine, type Misbehaviour, wellBehaved } from "./misbehave";
import type { FetchJob, HeldFile, Piece, Transport } from "./transport";

interface StoredFile extends HeldFile {
  crc32: string;
  opened?: OpenedPackage;
  from: number;
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
  now?: () => number;
}

export interface Counts {
  polls: number;
  lost: number;
  downloads: number;
  broken: number;
  failed: number;
}

/** A terminal in a bus: asks for work, downloads, verifies, uses a file from its moment on, reports what it uses. */
export class Terminal {
  readonly files = new Map<string, StoredFile>();
  readonly counts: Counts = { polls: 0, lost: 0, downloads: 0, broken: 0, failed: 0 };
  private readonly coming = new Map<string, StoredFile>();
  private readonly line: Transport;
  private readonly partial = new Map<string, Piece>();
  private readonly misbehaves: Misbehaviour;
  private readonly now: () => number;

  constructor(private readonly setup: TerminalSetup) {
    this.misbehaves = setup.misbehaves ?? wellBehaved;
    this.now = setup.now ?? Date.now;
    this.line = badLine(setup.transport, this.misbehaves, setup.chance);
  }

  /** One round; answers after how many seconds it wants to come again. */
  async round(): Promise<number> {
    const { deviceNo, position } = this.setup;
    this.counts.polls += 1;
    try {
      this.useWhatHasCome();
      const {
        next,
        jobs,
        recalled = [],
      } = await this.line.poll({
        deviceNo,
        reported: this.report(),
        free: 2 ** 30,
        position: position?.(),
      });
      for (const file of recalled)
        if (this.coming.get(nameOf(file))?.version === file.version) this.coming.delete(nameOf(file));
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
    return [...this.files.values()].map(({ kind, no, version, crc32 }) => ({
      kind,
      no,
      crc32,
      version: lies ? "0-lie" : version,
    }));
  }

  private useWhatHasCome(): void {
    for (const [name, file] of this.coming) {
      if (file.from > this.now()) continue;
      this.coming.delete(name);
      this.files.set(name, file);
      if (file.opened) this.setup.announcer?.use(file.opened);
    }
  }

  private async fetchJob(job: FetchJob): Promise<void> {
    const { detailUuid, attempt } = job;
    const name = nameOf(job);
    const has = this.coming.get(name) ?? this.files.get(name);
    const isHere = has?.version === job.version && (!job.crc32 || has.crc32 === job.crc32);
    const got = isHere ? has : await this.download(job);
    if (got === "later") return;
    if (typeof got === "string") {
      this.counts.failed += 1;
      return this.line.result({ detailUuid, attempt, state: 3, error: got });
    }
    const reported = this.happens("wrongCrc") ? "deadbeef" : got.crc32;
    await this.line.result({ detailUuid, attempt, state: 2, crc32: reported });
  }

  private async download(job: FetchJob): Promise<StoredFile | "later" | "crc" | "unpack"> {
    const { detailUuid, kind, no, version } = job;
    const part = `${nameOf(job)} ${version}`;
    const before = this.partial.get(part);
    const percent = before ? Math.floor((before.bytes.length / before.size) * 100) : 0;
    await this.line.progress({ detailUuid, percent, code: "downloading" });
    const piece = await this.setup.transport.download(job, before, this.happens("stop"));
    const bytes = Buffer.concat([...(before ? [before.bytes] : []), piece.bytes]);
    if (bytes.length < piece.size) {
      this.counts.broken += 1;
      this.partial.set(part, { ...piece, bytes });
      return "later";
    }
    this.partial.delete(part);
    await this.line.progress({ detailUuid, percent: 100, code: "verifying" });
    const sum = crc32(bytes).toString(16).padStart(8, "0");
    const hash = createHash("sha256").update(bytes).digest("hex");
    if (hash !== (job.sha256 ?? piece.sha256) || (job.crc32 && sum !== job.crc32.padStart(8, "0"))) return "crc";
    const opened = kind === lineFile && this.setup.announcer ? await openPackage(bytes) : undefined;
    if (kind === lineFile && this.setup.announcer && !opened) return "unpack";
    await this.setup.holds?.({ ...job, sha256: hash });
    const from = job.activateAt ? Date.parse(job.activateAt) : 0;
    const kept = { kind, no, version, crc32: sum, opened, from };
    this.coming.set(nameOf(job), kept);
    this.useWhatHasCome();
    this.counts.downloads += 1;
    return kept;
  }
}

const lineFile = 2;
const nameOf = ({ kind, no }: HeldFile) => `${kind} ${no}`;
