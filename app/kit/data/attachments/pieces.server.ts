import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { DataStore, Server } from "@tus/server";
import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { disk, storeAccess, workFolder } from "~/kit/data/files/disk.server";
import { contentTypeOf } from "~/kit/data/files/content-type.server";
import { cleanFileName } from "~/kit/data/files/file-name";
import { hashOf } from "~/kit/data/files/hash.server";
import { countUpload } from "~/kit/data/files/upload-rate.server";
import { sizeText } from "~/kit/data/files/size-text";
import type { ReceivedFile } from "~/kit/data/files/upload.server";
import { pieceLocker } from "./piece-locker.server";

type Owner = Pick<Viewer, "userId">;

interface UnfinishedUpload {
  uploadId: string;
  fileName: string;
  /** In bytes, as that which has come of it. */
  size: number;
  received: number;
  /** When its latest piece came. */
  at: Date;
}

/** Uploads of one person that are begun and neither used nor given up. */
const mostOpen = 10;
/** Bytes below which a piece counts as an upload of its own: a large file's last one may be as small, not all of them. */
const smallPiece = 100_000;

/** Answers the tus protocol 1.0 under `url`: an upload is begun, asked how far it is, continued and given up by the person who began it; to others it is not there. */
export async function answerPieces(owner: Owner, request: Request, url: string, uploadId?: string): Promise<Response> {
  if (!request.headers.has("tus-resumable")) throw problem.missing("页面");
  const method = (request.method === "POST" && request.headers.get("x-http-method-override")) || request.method;
  const headers = new Headers(request.headers);
  const isSmall = uploadId === undefined || Number(headers.get("content-length") ?? 0) < smallPiece;
  const tooOften = ["PATCH", "POST"].includes(method) && isSmall ? await countUpload(owner) : undefined;
  if (tooOften) return answerInWords(429, tooOften);
  if (uploadId === undefined) return method === "POST" ? begin(owner, request.url, headers, url) : notTaken();
  if (!["HEAD", "PATCH", "DELETE"].includes(method)) return notTaken();
  if (!(await findPieces(owner, uploadId))) return answerInWords(404, "没有这个上传，或已超过一天");
  if (method === "DELETE") {
    await forgetPieces(uploadId);
    return new Response(null, { status: 204, headers: { "Tus-Resumable": "1.0.0" } });
  }
  const body = method === "PATCH" ? request.body : null;
  return ask(url, new Request(request.url, { method, headers, body, duplex: "half" } as RequestInit));
}

/** What a person has begun and neither used nor given up, the oldest first. */
export async function unfinishedOf({ userId }: Owner): Promise<UnfinishedUpload[]> {
  const rows = await db().selectFrom("unfinishedUpload").selectAll().where("userId", "=", userId).execute();
  const found = await Promise.all(
    rows.map(async ({ uploadId, fileName, size, latestAt: at }) => {
      const received = await receivedOf(uploadId);
      return received === undefined ? [] : [{ uploadId, fileName, size, received, at }];
    }),
  );
  return found.flat().sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Gives up what a person has begun; throws problem.missing. */
export async function cancelPieces(owner: Owner, uploadId: string): Promise<void> {
  if (!(await findPieces(owner, uploadId))) throw problem.missing("未传完的文件");
  await forgetPieces(uploadId);
}

/** An upload of pieces that is whole, as any received file; throws problem.field where it is not, or not this person's. */
export async function takePieces(owner: Owner, uploadId: string): Promise<ReceivedFile> {
  const found = await findPieces(owner, uploadId);
  if (!found) throw problem.field("file", "上传的文件已经不在了，请重新上传");
  const { size, fileName: name } = found;
  if (found.received !== size) throw problem.field("file", "文件没有上传完，请继续上传");
  const file = await fetchPieces(uploadId);
  return { field: "file", name, path: file, size, contentType: await contentTypeOf(file), hash: await hashOf(file) };
}

/** Takes away what is left of an upload of pieces. */
export async function forgetPieces(uploadId: string): Promise<void> {
  await (await pieceStore()).remove(uploadId).catch((error: unknown) => {
    // Swept, or given up at the same time.
    if ((error as { status_code?: number }).status_code !== 404) throw error;
  });
  await rm(path.join(workFolder(), uploadId), { force: true });
  await db().deleteFrom("unfinishedUpload").where("uploadId", "=", uploadId).execute();
}

/** Gives up what nobody has gone on with for a day; answers how many. */
export async function forgetOldPieces(): Promise<number> {
  const { rows } = await sql<{ uploadId: string }>`
    select upload_id from unfinished_upload where latest_at < now() - interval '1 day'`.execute(db());
  for (const { uploadId } of rows) await forgetPieces(uploadId);
  return rows.length;
}

async function findPieces({ userId }: Owner, uploadId: string) {
  if (!/^[0-9a-f]{32}$/.test(uploadId)) return undefined;
  const row = await db()
    .selectFrom("unfinishedUpload")
    .select(["fileName", "size"])
    .where("uploadId", "=", uploadId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  const received = row && (await receivedOf(uploadId));
  return received === undefined ? undefined : { ...row!, received };
}

/** Bytes that have come; one that is just being begun, or was swept, counts as not there. */
async function receivedOf(uploadId: string): Promise<number | undefined> {
  try {
    return (await (await pieceStore()).getUpload(uploadId)).offset;
  } catch (error) {
    if ((error as { status_code?: number }).status_code === 404) return undefined;
    throw error;
  }
}

/** The path of the pieces put together, on this machine. */
async function fetchPieces(uploadId: string): Promise<string> {
  const file = path.join(workFolder(), uploadId);
  if (settings().FILES_DRIVER === "s3") {
    await mkdir(workFolder(), { recursive: true, mode: 0o700 });
    await pipeline(await (await disk()).getStream(uploadId), createWriteStream(file, { mode: 0o600 }));
  }
  return file;
}

function refusal(headers: Headers): Response | undefined {
  const length = headers.get("upload-length") ?? "";
  if (!/^\d{1,15}$/.test(length)) return answerInWords(400, "请说明文件的大小");
  const most = settings().UPLOAD_LIMIT_MB * 2 ** 20;
  if (Number(length) > most) return answerInWords(413, `文件超过 ${sizeText(most)}，请缩小后再上传`);
  if (length === "0") return answerInWords(422, "文件是空的，请重新选择");
  return undefined;
}

/** Without bytes: they come in pieces afterwards, so that nobody's slow ones hold up the others' beginning. */
async function begin(owner: Owner, at: string, headers: Headers, url: string): Promise<Response> {
  const refused = refusal(headers);
  if (refused) return refused;
  const uploadId = newKey();
  const [sentName, fileName] = nameIn(headers.get("upload-metadata"));
  if (!(await takePlace(owner, uploadId, fileName, Number(headers.get("upload-length")))))
    return answerInWords(429, `您有 ${mostOpen} 个文件还没有传完，请先传完，或在“设置 > 未传完的上传”中取消`);
  // Of what the browser says only the name is kept.
  const kept = [...sentName, `upload ${Buffer.from(uploadId).toString("base64")}`];
  headers.set("upload-metadata", kept.join(","));
  headers.delete("content-type");
  const answer = await ask(url, new Request(at, { method: "POST", headers }));
  if (!answer.ok) await forgetPieces(uploadId);
  return answer;
}

/** The name among what a browser says of a file, as it says it and as it is kept. */
function nameIn(sent: string | null): [sent: string[], fileName: string] {
  const name = sent
    ?.split(",")
    .find((part) => part.trim().startsWith("filename "))
    ?.trim();
  const text = Buffer.from(name?.split(" ")[1] ?? "", "base64").toString();
  return [name ? [name] : [], cleanFileName(text) || "file"];
}

/** Makes one more upload of a person known; false where that would be too many. Those that begin at once are counted one after another. */
const takePlace = (owner: Owner, uploadId: string, fileName: string, size: number): Promise<boolean> =>
  inTransaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`uploads ${owner.userId}`}))`.execute(trx);
    const { numAffectedRows = 0n } = await sql`
      insert into unfinished_upload (upload_id, user_id, file_name, size) select ${uploadId}, ${owner.userId}, ${fileName}, ${size}
      where (select count(*) from unfinished_upload where user_id = ${owner.userId}) < ${mostOpen}`.execute(trx);
    return numAffectedRows > 0n;
  });

async function ask(url: string, request: Request): Promise<Response> {
  const answer = await (await serverAt(url)).handleWeb(request);
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

const notTaken = () => answerInWords(405, "不支持这种请求方法");
const answerInWords = (status: number, words: string) =>
  new Response(words, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Tus-Resumable": "1.0.0" } });

const servers = new Map<string, Server>();

async function serverAt(url: string): Promise<Server> {
  const known = servers.get(url);
  if (known) return known;
  const [tus, datastore] = await Promise.all([import("@tus/server"), pieceStore()]);
  const server = new tus.Server({
    path: url,
    datastore,
    locker: pieceLocker(tus.ERRORS.ERR_LOCK_TIMEOUT),
    relativeLocation: true,
    allowedOrigins: [],
    namingFunction: (_request, metadata) => metadata?.upload ?? newKey(),
    maxSize: settings().UPLOAD_LIMIT_MB * 2 ** 20,
  });
  servers.set(url, server);
  return server;
}

let opened: Promise<DataStore> | undefined;

/** Where pieces lie: with the other files, so that whichever process or host gets the next one finds them. */
const pieceStore = (): Promise<DataStore> => (opened ??= openStore());

async function openStore(): Promise<DataStore> {
  if (settings().FILES_DRIVER === "s3") {
    const { S3Store } = await import("@tus/s3-store");
    return new S3Store({ partSize: 8 * 2 ** 20, useTags: false, s3ClientConfig: storeAccess() });
  }
  await mkdir(workFolder(), { recursive: true, mode: 0o700 });
  const { FileStore } = await import("@tus/file-store");
  return new FileStore({ directory: workFolder() });
}
