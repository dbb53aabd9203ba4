import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { pictureLimits } from "~/kit/ground/files/limits";
import { problem } from "~/kit/ground/problem";
import { openFile, putFile } from "./files.server";
import { pictureKinds, shownPictures } from "./picture";
import { pictureSize, type Size } from "./picture-size";
import { sizeText } from "./size-text";
import type { ReceivedFile } from "./upload.server";

const { least, most, pixels } = pictureLimits;

/** Throws problem.field at the file's field for what is no JPEG, PNG or WebP of a sane size; judged by content, never by name. */
export async function checkPicture(file: ReceivedFile, limit: number = pictureLimits.bytes): Promise<void> {
  const fault = await faultOf(file, limit);
  if (fault) throw problem.field(file.field, fault);
}

async function faultOf(file: ReceivedFile, limit: number): Promise<string | undefined> {
  if (file.fault) return file.fault;
  if (file.cut || file.size > limit) return `图片超过 ${sizeText(limit)}，请缩小后再上传`;
  if (!pictureKinds[file.contentType]) return `请选择 ${Object.values(pictureKinds).join("、")} 格式的图片`;
  const size = pictureSize(await readFile(file.path));
  if (!size) return "图片已损坏，请换一张";
  const { width, height } = size;
  if (Math.min(width, height) < least) return `图片只有 ${width}×${height} 像素，长和宽都应至少 ${least} 像素`;
  const large = largeFault(size);
  return large && `${large}，请缩小到${withinLimits}`;
}

const withinLimits = `每边 ${most} 像素、总共 ${pixels / 10_000} 万像素以内`;

function largeFault({ width, height }: Size): string | undefined {
  return Math.max(width, height) > most || width * height > pixels ? `图片有 ${width}×${height} 像素` : undefined;
}

/** Why a file must be shown to nobody: it is a picture that takes a browser too much memory, or does not say how much. Other files are not opened. */
export async function pixelFault(
  contentType: string,
  open: () => Readable | Promise<Readable>,
): Promise<string | undefined> {
  if (!shownPictures.test(contentType)) return undefined;
  let begins = Buffer.alloc(0);
  for await (const piece of (await open()) as AsyncIterable<Buffer>) {
    begins = Buffer.concat([begins, piece]);
    const size = pictureSize(begins);
    const large = size && largeFault(size);
    if (size) return large && `${large}，应在${withinLimits}`;
    if (begins.length >= mostBefore) break;
  }
  return "图片已损坏，看不出有多少像素";
}

/** What may stand before a picture's size: a camera's notes, 64 kB each. */
const mostBefore = 2 ** 20;

export function putPicture({ path, name, contentType, hash }: ReceivedFile, createdBy: string): Promise<string> {
  return putFile(path, { name, contentType, hash, createdBy });
}

/** A kept picture for an `<img>`. Unless `cache` says otherwise a browser keeps it nowhere. */
export async function pictureAnswer(request: Request, fileKey: string, cache = "private, no-store"): Promise<Response> {
  const headers = { ETag: `"${fileKey}"`, "Cache-Control": cache, "X-Content-Type-Options": "nosniff" };
  if (request.headers.get("if-none-match") === headers.ETag) return new Response(null, { status: 304, headers });
  const { stream, contentType, size } = await openFile(fileKey);
  return new Response(createReadableStreamFromReadable(stream), {
    headers: { ...headers, "Content-Type": contentType, "Content-Length": String(size) },
  });
}
