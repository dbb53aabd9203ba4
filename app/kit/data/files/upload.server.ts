import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { runBeside } from "~/kit/ground/faults.server";
import { Problem, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { contentTypeOf } from "./content-type.server";
import { cleanFileName } from "./file-name";
import { localPath } from "./files.server";
import { removeForgotten } from "./forgotten.server";
import { sizeText } from "./size-text";

/** A file received: at `path` in the work folder until it is put away or discarded; its type is what its bytes say. */
export interface ReceivedFile {
  field: string;
  name: string;
  path: string;
  size: number;
  contentType: string;
  /** SHA-256 in hex. */
  hash: string;
  /** It was longer than allowed, and the rest of it is gone. */
  cut?: boolean;
  /** Why it must not be used; it is no longer there then. */
  fault?: string;
}

export interface Upload {
  form: FormData;
  files: ReceivedFile[];
  /** Removes what has not been put away; call it when done. */
  discard(): Promise<void>;
}

export interface UploadLimits {
  files?: number;
  /** Bytes of each file, at most UPLOAD_LIMIT_MB. */
  fileSize?: number;
  /** A file that is too large is cut instead of refused, so that what was typed beside it is not lost. */
  cut?: boolean;
}

/** Reads a multipart form, its files piece by piece to disk; an empty file field counts as not sent. Throws problem.field for what is too large or cut off. */
export async function receiveUpload(request: Request, limits: UploadLimits = {}): Promise<Upload> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data/i.test(type) || !request.body) throw problem.field("file", "请选择要上传的文件");
  const fileSize = Math.min(limits.fileSize ?? Infinity, settings().UPLOAD_LIMIT_MB * 2 ** 20);
  const refusal = problem.field("file", `文件超过 ${sizeText(fileSize)}，请缩小后再上传`);
  // What stands around the files takes little; a body far beyond the limit need not be read at all.
  if (!limits.cut && Number(request.headers.get("content-length") ?? 0) > fileSize * (limits.files ?? 1) + 2 ** 20)
    throw refusal;
  runBeside("removing forgotten files", removeForgotten());
  const reader = multipartReader(type, { fileSize, files: limits.files ?? 1 });
  const folder = await localPath();
  await mkdir(folder, { mode: 0o700 });
  const form = new FormData();
  const received: Promise<ReceivedFile | undefined>[] = [];
  const open: BusboyFileStream[] = [];
  const discard = () => rm(folder, { recursive: true, force: true });
  let typed = 0;
  reader.on("field", (name, value, _nameCut, valueCut) => {
    typed += value.length;
    if (valueCut || typed > mostTyped) reader.destroy(tooMuchTyped);
    else form.append(name, value);
  });
  reader.on("fieldsLimit", () => reader.destroy(tooMuchTyped));
  reader.on("filesLimit", () => reader.destroy(tooManyFiles(limits.files ?? 1)));
  reader.on("file", (field, stream, name) => {
    open.push(stream);
    const one = receive(
      field,
      stream,
      name,
      path.join(folder, String(received.length)),
      limits.cut ? undefined : refusal,
    );
    one.catch((error: unknown) => reader.destroy(error as Error));
    received.push(one);
  });
  const isIdle = () => open.every((stream) => stream.readableEnded || stream.destroyed);
  const watched = watchTaking(isIdle, () => reader.destroy(unreadable()));
  try {
    await pipeline(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]), watched.pieces, reader);
    const files = (await Promise.all(received)).filter((file) => file !== undefined);
    return { form, files, discard };
  } catch (error) {
    // The reader does not end the files it was in the middle of.
    for (const stream of open) stream.destroy();
    await Promise.allSettled(received);
    await discard();
    if (error instanceof Problem) throw error;
    if (isBroken(error)) throw problem.field("file", "上传没有完成，请重新上传");
    throw error;
  } finally {
    watched.end();
  }
}

/** Characters of all fields together; files are not among them. */
const mostTyped = 2_000_000;
const tooMuchTyped = problem.field("", "表单中填写的内容过多，请减少后再提交");
const tooManyFiles = (most: number) => problem.field("file", `最多上传 ${most} 个文件，请重新选择`);
const unreadable = () => problem.field("file", "上传的内容无法识别，请重新上传");

async function receive(
  field: string,
  stream: BusboyFileStream,
  sentName: string,
  file: string,
  refusal: Error | undefined,
): Promise<ReceivedFile | undefined> {
  if (refusal) stream.on("limit", () => stream.destroy(refusal));
  const name = cleanFileName(sentName?.replaceAll("%22", '"') ?? "");
  const hash = createHash("sha256");
  const hashed = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  };
  await pipeline(stream, hashed, createWriteStream(file, { mode: 0o600, flags: "wx" }));
  const cut = stream.truncated;
  if (cut && refusal) throw refusal;
  const { size } = await stat(file);
  return name || size > 0
    ? {
        field,
        name: name || "file",
        path: file,
        size,
        contentType: await contentTypeOf(file),
        hash: hash.digest("hex"),
        ...(cut && { cut }),
      }
    : undefined;
}

function multipartReader(type: string, limits: { fileSize: number; files: number }) {
  try {
    return new Busboy({
      headers: { "content-type": type } as BusboyHeaders,
      limits: { ...limits, fields: 200, fieldSize: 1_000_000, headerPairs: 100 },
    });
  } catch {
    throw unreadable();
  }
}

/** Cut off by the sender or not a multipart form at all; disk faults have an errno code and stay ours. */
function isBroken(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code !== "string" || code.startsWith("ERR_STREAM") || code === "ECONNRESET" || code === "ABORT_ERR";
}

const everyMs = 250;
const patience = 6;

/** Hands pieces on and calls `stop` when the next stage takes none though it is idle: at a long part that it skips, busboy waits for ever. */
function watchTaking(isIdle: () => boolean, stop: () => void) {
  let isWaiting = false;
  let times = 0;
  // Counted, not timed: a process that was held up has waited no longer for the reader.
  const watch = setInterval(() => {
    times = isWaiting && isIdle() ? times + 1 : 0;
    if (times === patience) stop();
  }, everyMs);
  return {
    async *pieces(source: AsyncIterable<Uint8Array>) {
      for await (const piece of source) {
        [isWaiting, times] = [true, 0];
        yield piece;
        isWaiting = false;
      }
      [isWaiting, times] = [true, 0];
    },
    end: () => clearInterval(watch),
  };
}
