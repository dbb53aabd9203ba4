import { FrameFault } from "./fault";
import type { Frame, Header } from "./frame";

export interface PartLimits {
  /** Messages of one terminal that are under way at once. */
  messages: number;
  parts: number;
  bytes: number;
  /** Milliseconds from the last part that came. */
  patience: number;
}

interface PartialMessage {
  header: Header;
  firstSerial: number;
  total: number;
  bodies: Map<number, Buffer>;
  bytes: number;
  lastAt: number;
}

const usual: PartLimits = { messages: 4, parts: 1024, bytes: 1_000_000, patience: 30_000 };

/** Joins the messages of one terminal that come in parts. */
export class PartJoiner {
  private readonly begun = new Map<string, PartialMessage>();

  constructor(private readonly limits: Partial<PartLimits> = {}) {}

  /** The whole message when this frame is or completes one; throws FrameFault `part`. */
  add({ header, body }: Frame, now: number): Frame | undefined {
    const { part, ...whole } = header;
    if (!part) return { header, body };
    const { messages, parts, bytes } = { ...usual, ...this.limits };
    const { total, index } = part;
    if (index < 1 || index > total) throw new FrameFault("part", `part ${index} of ${total}`);
    if (total > parts) throw new FrameFault("part", `${total} parts, at most ${parts}`);
    const firstSerial = (header.serial - index + 1) & 0xffff;
    const key = `${header.messageId} ${total} ${firstSerial}`;
    const known = this.begun.get(key);
    if (!known && this.begun.size >= messages) throw new FrameFault("part", `${messages} messages in parts under way`);
    const message = known ?? {
      header: { ...whole, serial: firstSerial },
      firstSerial,
      total,
      bodies: new Map(),
      bytes: 0,
      lastAt: now,
    };
    this.begun.set(key, message);
    message.lastAt = now;
    if (!message.bodies.has(index)) message.bytes += body.length;
    message.bodies.set(index, body);
    if (message.bytes > bytes) {
      this.begun.delete(key);
      throw new FrameFault("part", `more than ${bytes} bytes in parts`);
    }
    if (message.bodies.size < total) return undefined;
    this.begun.delete(key);
    return {
      header: { ...message.header, serial: header.serial },
      body: Buffer.concat(Array.from({ length: total }, (_, at) => message.bodies.get(at + 1)!)),
    };
  }

  /** What 0x8003 asks for: messages with parts that have not come for a while; those that are older still are given up. */
  missing(now: number): { firstSerial: number; indexes: number[] }[] {
    const { patience } = { ...usual, ...this.limits };
    for (const [key, { lastAt }] of this.begun) if (now - lastAt > patience) this.begun.delete(key);
    return [...this.begun.values()]
      .filter(({ lastAt }) => now - lastAt > patience / 6)
      .map(({ firstSerial, total, bodies }) => ({
        firstSerial,
        indexes: Array.from({ length: total }, (_, at) => at + 1).filter((index) => !bodies.has(index)),
      }));
  }
}
