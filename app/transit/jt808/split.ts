import { FrameFault } from "./fault";
import { DELIMITER } from "./frame";

/** A frame is at most 1023 bytes of body, 21 of header and a checksum, each of them escaped. */
const mostBytes = 2 * (1023 + 21 + 1);
const mostWithoutEnd = 10_000_000;

/** Cuts a stream of bytes at its delimiters; a delimiter ends one frame and begins the next, so that a lost half costs no more than itself. */
export class FrameSplitter {
  private kept: Buffer[] = [];
  private length = 0;

  /** What stood between delimiters; too much for a frame comes out cut short. Throws FrameFault `endless`. */
  push(chunk: Buffer): Buffer[] {
    const found: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(DELIMITER); end >= 0; end = chunk.indexOf(DELIMITER, from)) {
      this.keep(chunk.subarray(from, end));
      if (this.length > 0) found.push(Buffer.concat(this.kept));
      [this.kept, this.length] = [[], 0];
      from = end + 1;
    }
    this.keep(chunk.subarray(from));
    if (this.length > mostWithoutEnd) throw new FrameFault("endless", `${this.length} bytes without an end`);
    return found;
  }

  /** Copied, because a slice would hold the whole chunk. */
  private keep(bytes: Buffer): void {
    const room = mostBytes + 1 - this.length;
    if (bytes.length > 0 && room > 0) this.kept.push(Buffer.from(bytes.subarray(0, room)));
    this.length += bytes.length;
  }
}
