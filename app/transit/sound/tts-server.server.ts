import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { log } from "~/kit/ground/log.server";
import { type Settings, settings } from "~/kit/ground/settings.server";
import { SoundFault, type SpeakingWishes } from "./sound";

/** The parts of the settings that a server for speech is asked with. */
export type SpeechServer = Pick<
  Settings,
  "TTS_URL" | "TTS_KEY" | "TTS_MODEL" | "TTS_VOICE" | "TTS_VOICE_FEMALE" | "TTS_SPEED" | "TTS_SECONDS" | "DATA_DIR"
> & { TTS_URL: string };

/** What another server says, in the form of OpenAI's `/v1/audio/speech`: a sound of any format that clips may have. The same words, voice and settings are asked once, after `keep` of an answer that was of use. Throws SoundFault in words, or the signal's reason. */
export async function askSpeechServer(
  server: SpeechServer,
  words: string,
  wishes: SpeakingWishes,
  signal?: AbortSignal,
): Promise<{ sound: Buffer; keep: () => Promise<void> }> {
  const body = bodyOf(server, words, wishes);
  const folder = path.join(server.DATA_DIR, "spoken");
  const file = path.join(folder, createHash("sha256").update(`${server.TTS_URL}\n${body}`).digest("hex"));
  const known = await readKept(file);
  if (known) return { sound: known, keep: () => Promise.resolve() };
  const sound = await askPatiently(server, body, signal);
  const keep = () =>
    keepAnswer(folder, file, sound).catch((error: unknown) => log.warn({ err: error }, "what was spoken is not kept"));
  return { sound, keep };
}

/** Which voice of a server speaks, for people. */
export const voiceInWords = (server: SpeechServer, wishes: Pick<SpeakingWishes, "voice">): string =>
  `${voiceOf(server, wishes)}（${server.TTS_MODEL}）`;

export function speechServer(): SpeechServer | undefined {
  const { TTS_URL, ...rest } = settings();
  return TTS_URL ? { ...rest, TTS_URL } : undefined;
}

const voiceOf = ({ TTS_VOICE, TTS_VOICE_FEMALE }: SpeechServer, { voice }: Pick<SpeakingWishes, "voice">) =>
  (voice === "female" && TTS_VOICE_FEMALE) || TTS_VOICE;

const bodyOf = (server: SpeechServer, words: string, wishes: SpeakingWishes) =>
  JSON.stringify({
    model: server.TTS_MODEL,
    voice: voiceOf(server, wishes),
    input: words,
    response_format: "wav",
    speed: Math.round(Math.min(4, Math.max(0.25, (server.TTS_SPEED * wishes.rate) / 100)) * 100) / 100,
  });

const mostBytes = 20 * 2 ** 20;
/** Milliseconds before it is asked again. */
const pauses = [500, 2000];

async function askPatiently(server: SpeechServer, body: string, signal?: AbortSignal): Promise<Buffer> {
  for (const pause of pauses) {
    const answer = await askOnce(server, body, signal);
    if (Buffer.isBuffer(answer)) return answer;
    if (!answer.isPassing) throw new SoundFault(answer.words);
    log.warn({ words: answer.words }, "the server for speech is asked again");
    await wait(pause, undefined, { signal });
  }
  const answer = await askOnce(server, body, signal);
  if (Buffer.isBuffer(answer)) return answer;
  throw new SoundFault(answer.words);
}

interface Refusal {
  words: string;
  /** May be otherwise in a moment. */
  isPassing: boolean;
}

async function askOnce(server: SpeechServer, body: string, signal?: AbortSignal): Promise<Buffer | Refusal> {
  const { TTS_URL, TTS_KEY, TTS_SECONDS } = server;
  const limit = AbortSignal.timeout(TTS_SECONDS * 1000);
  try {
    const answer = await fetch(addressOf(TTS_URL), {
      method: "POST",
      redirect: "error",
      headers: { "content-type": "application/json", ...(TTS_KEY && { authorization: `Bearer ${TTS_KEY}` }) },
      body,
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    });
    const bytes = await readAll(answer);
    if (!answer.ok) return refusalOf(answer.status, bytes);
    if (bytes.length === 0) return { words: "朗读服务的回答是空的", isPassing: true };
    return bytes;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SoundFault) throw error;
    if (limit.aborted) return { words: `朗读服务超过 ${TTS_SECONDS} 秒没有答完`, isPassing: true };
    return { words: "连不上朗读服务，请管理员检查 TTS_URL", isPassing: true };
  }
}

/** The whole address, or that of a server by itself. */
function addressOf(url: string): string {
  const address = new URL(url);
  if (address.pathname === "/" || address.pathname === "/v1" || address.pathname === "/v1/")
    address.pathname = "/v1/audio/speech";
  return address.href;
}

async function readAll(answer: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > mostBytes) throw new SoundFault("朗读服务给出的声音过大");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function refusalOf(status: number, bytes: Buffer): Refusal {
  if (status === 401 || status === 403)
    return { words: "朗读服务不认这个密钥，请管理员检查 TTS_KEY", isPassing: false };
  if (status === 404)
    return { words: "朗读服务没有这个地址、模型或声音，请管理员检查 TTS_ 开头的设置", isPassing: false };
  if (status === 429) return { words: "朗读服务说请求太多或额度已用完，请稍后再试", isPassing: true };
  if (status >= 500) return { words: `朗读服务自己出错（${status}），请稍后再试`, isPassing: true };
  const said = messageIn(bytes);
  return { words: `朗读服务不接受这段文本或声音（${status}${said && `：${said}`}）`, isPassing: false };
}

function messageIn(bytes: Buffer): string {
  try {
    const { error } = JSON.parse(bytes.toString("utf8")) as { error?: { message?: unknown } };
    return typeof error?.message === "string" ? error.message.replace(/[\u0000-\u001f]/g, " ").slice(0, 100) : "";
  } catch {
    return "";
  }
}

/** So many answers are kept, those used last. */
const mostKept = 2000;

async function readKept(file: string): Promise<Buffer | undefined> {
  try {
    const bytes = await readFile(file);
    await utimes(file, new Date(), new Date());
    return bytes;
  } catch {
    return undefined;
  }
}

async function keepAnswer(folder: string, file: string, sound: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.new`, sound);
  await rename(`${file}.new`, file);
  const names = await readdir(folder);
  if (names.length <= mostKept) return;
  const used = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  used.sort((a, b) => a.at - b.at);
  for (const { name } of used.slice(0, names.length - mostKept)) await rm(path.join(folder, name), { force: true });
}
