import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Server } from "@tus/server";
import type { Viewer } from "~/kit/data/access/viewer";
import { newKey } from "~/kit/data/db/pool.server";
import { limitConcurrency } from "~/kit/ground/limit-concurrency";
import { BusyProblem, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { workFolder } from "~/kit/data/files/disk.server";
import { contentTypeOf } from "~/kit/data/files/content-type.server";
import { cleanFileName } from "~/kit/data/files/file-name";
import { hashOf } from "~/kit/data/files/hash.server";
import { countUpload } from "~/kit/data/files/upload-rate.server";
import { sizeText } from "~/kit/data/files/size-text";
import type { ReceivedFile } from "~/kit/data/files/upload.server";

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
// Many begun at once are counted one after another, so that none is counted before the one before it is there.
const enter = limitConcurrency(1, 1000, () => new BusyProblem("现在开始上传的人太多，请稍后再试"));
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
  const body = method === "PATCH" ? request.body : null;
  return ask(url, new Request(request.url, { method, headers, body, duplex: "half" } as RequestInit));
}

/** What a person has begun and neither used nor given up, the oldest first. */
export async function unfinishedOf(owner: Owner): Promise<UnfinishedUpload[]> {
  const found = await Promise.all(
    (await openIds()).map(async (uploadId) => {
      const one = await findPieces(owner, uploadId);
      if (!one) return [];
      const { offset: received, size, metadata, at } = one;
      return [{ uploadId, fileName: cleanFileName(metadata?.filename ?? "") || "file", size, received, at }];
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
  const { size, metadata } = found;
  const file = path.join(workFolder(), uploadId);
  if (found.offset !== size) throw problem.field("file", "文件没有上传完，请继续上传");
  return {
    field: "file",
    name: cleanFileName(metadata?.filename ?? "") || "file",
    path: file,
    size,
    contentType: await contentTypeOf(file),
    hash: await hashOf(file),
  };
}

/** Takes away what is left of an upload of pieces. */
export async function forgetPieces(uploadId: string): Promise<void> {
  const file = path.join(workFolder(), uploadId);
  await Promise.all([rm(file, { force: true }), rm(`${file}.json`, { force: true })]);
}

async function findPieces({ userId }: Owner, uploadId: string) {
  if (!/^[0-9a-f]{32}$/.test(uploadId)) return undefined;
  const file = path.join(workFolder(), uploadId);
  const [facts, found] = await Promise.all([readFacts(`${file}.json`), stat(file).catch(() => undefined)]);
  if (!found || facts?.metadata?.owner !== userId) return undefined;
  return { offset: found.size, size: facts.size, metadata: facts.metadata, at: found.mtime };
}

/** As the library keeps them; one that is just being written counts as not there. */
async function readFacts(file: string): Promise<{ size: number; metadata?: Record<string, string> } | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as { size: number; metadata?: Record<string, string> };
  } catch {
    return undefined;
  }
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
  headers.set("upload-metadata", withOwner(headers.get("upload-metadata"), owner));
  headers.delete("content-type");
  const leave = await enter();
  try {
    if ((await unfinishedOf(owner)).length >= mostOpen)
      return answerInWords(429, `您有 ${mostOpen} 个文件还没有传完，请先传完，或在“设置 > 未传完的上传”中取消`);
    return await ask(url, new Request(at, { method: "POST", headers }));
  } finally {
    leave();
  }
}

async function ask(url: string, request: Request): Promise<Response> {
  const answer = await (await serverAt(url)).handleWeb(request);
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

async function openIds(): Promise<string[]> {
  const names = await readdir(workFolder()).catch(() => []);
  return names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
}

const notTaken = () => answerInWords(405, "不支持这种请求方法");
const answerInWords = (status: number, words: string) =>
  new Response(words, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Tus-Resumable": "1.0.0" } });

/** Of what the browser says only the name is kept. */
function withOwner(sent: string | null, { userId }: Owner): string {
  const name = sent?.split(",").find((part) => part.trim().startsWith("filename "));
  return [...(name ? [name.trim()] : []), `owner ${Buffer.from(userId).toString("base64")}`].join(",");
}

const servers = new Map<string, Server>();

async function serverAt(url: string): Promise<Server> {
  await mkdir(workFolder(), { recursive: true, mode: 0o700 });
  const known = servers.get(url);
  if (known) return known;
  const [tus, { FileStore }] = await Promise.all([import("@tus/server"), import("@tus/file-store")]);
  const server = new tus.Server({
    path: url,
    datastore: new FileStore({ directory: workFolder() }),
    relativeLocation: true,
    allowedOrigins: [],
    namingFunction: () => newKey(),
    maxSize: settings().UPLOAD_LIMIT_MB * 2 ** 20,
  });
  servers.set(url, server);
  return server;
}
