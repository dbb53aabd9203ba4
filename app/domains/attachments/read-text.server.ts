import { openFile } from "~/kit/data/files/files.server";
import { kindOf } from "./file-kinds";

const shownBytes = 200_000;
const furtherTexts = ["application/vnd.openstreetmap.data+xml", "application/geo+json"];

/** The beginning of a file of text, in UTF-8 or else as GBK; undefined for any other. */
export async function readText({ fileKey, contentType, size }: { fileKey: string; contentType: string; size: number }) {
  if (kindOf(contentType) !== "text" && !furtherTexts.includes(contentType)) return undefined;
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of (await openFile(fileKey)).stream as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= shownBytes) break;
  }
  const begins = Buffer.concat(pieces).subarray(0, shownBytes);
  return {
    text: decode(begins).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "\ufffd"),
    isPart: size > begins.length,
  };
}

/** The last character may be cut, so that it is not waited for. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("gb18030").decode(bytes, { stream: true });
  }
}
