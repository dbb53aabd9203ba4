import { FrameFault } from "./fault";

/** Reads big-endian numbers and bytes one after another. */
export class Reader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  get left(): number {
    return this.bytes.length - this.at;
  }

  number(length: 1 | 2 | 4): number {
    const from = this.step(length);
    return this.bytes.readUIntBE(from, length);
  }

  take(length = this.left): Buffer {
    const from = this.step(length);
    return this.bytes.subarray(from, from + length);
  }

  private step(length: number): number {
    if (length > this.left) throw new FrameFault("body", `${length} bytes wanted, ${this.left} left`);
    const from = this.at;
    this.at += length;
    return from;
  }
}
