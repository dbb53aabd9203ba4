import iconv from "iconv-lite";
import { gbk } from "~/kit/ground/files/gbk";
import type { Charset } from "../words";
import { PackageError } from "./package-file";

/** UTF-8 with its mark, so that no program takes it for GBK. */
export function encodeText(text: string, charset: Charset): Buffer {
  return charset === "GBK" ? gbk(text) : Buffer.from(`\ufeff${text}`);
}

export function decodeText(bytes: Buffer, charset: Charset, path: string): string {
  if (charset === "GBK") return iconv.decode(bytes, "gbk");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new PackageError(`${path} 不是 UTF-8 文字`);
  }
}
