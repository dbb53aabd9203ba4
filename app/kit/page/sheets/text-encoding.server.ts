import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

export type TextEncoding = "utf8" | "utf16le" | "utf16be" | "gb18030";

/** A text that is valid UTF-8 is UTF-8; what else comes from a Chinese office is GBK, unless its zeros show UTF-16. */
export async function encodingOf(file: string): Promise<TextEncoding> {
  const wide = wideEncoding(await firstBytes(file, 4096));
  if (wide) return wide;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const bytes of createReadStream(file)) decoder.decode(bytes as Buffer, { stream: true });
    decoder.decode();
    return "utf8";
  } catch {
    return "gb18030";
  }
}

/** Which UTF-16 a text begins in, by its mark or else by where the zeros of its commas and line ends stand. */
export function wideEncoding(head: Buffer): "utf16le" | "utf16be" | undefined {
  const mark = head.toString("latin1", 0, 2);
  if (mark === "\xff\xfe") return "utf16le";
  if (mark === "\xfe\xff") return "utf16be";
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2]!++;
  const [first, second] = zeros as [number, number];
  if (Math.max(first, second) < Math.max(2, head.length / 200) || Math.min(first, second) * 4 > Math.max(first, second))
    return undefined;
  const encoding = second > first ? "utf16le" : "utf16be";
  const whole = head.subarray(0, head.length & ~1);
  return isPlain(new TextDecoder(encoding === "utf16le" ? "utf-16le" : "utf-16be").decode(whole))
    ? encoding
    : undefined;
}

function isPlain(text: string): boolean {
  return !/[\0-\x08\x0e-\x1f\uffff]|[\ud800-\udfff\ufffd](?=[^])/u.test(text);
}

/** Whatever stands most often between the cells of the first lines: a tab, a comma, a semicolon, a Chinese comma or a bar. */
export function delimiterOf(text: string): { delimiter: string; declared: boolean } {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n?|\n/)
    .filter((line) => line.trim())
    .slice(0, 20);
  const [, declared] = /^sep=([^"\w\s]|\t)$/.exec(lines[0]?.trim() ?? "") ?? [];
  if (declared) return { delimiter: declared, declared: true };
  const counted = ["\t", ",", ";", "，", "|"].map((sign) => ({
    sign,
    lines: lines.filter((line) => line.includes(sign)).length,
  }));
  return {
    delimiter: counted.reduce((best, one) => (one.lines > best.lines ? one : best), { sign: ",", lines: 0 }).sign,
    declared: false,
  };
}

export async function firstBytes(file: string, count: number): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
