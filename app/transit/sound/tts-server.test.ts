import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readdirSync, rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeSound } from "./make.server";
import { readAloud } from "./read-aloud";
import { usualShape } from "./sound";
import { speak } from "./speak.server";
import { makeFolder, toneWav } from "./tone.sample";
import { askSpeechServer, type SpeechServer, voiceInWords } from "./tts-server.server";

const folder = makeFolder();
const wav = Buffer.from(toneWav(1, 24_000, 0.25, 1));
let http: Server;
let server: SpeechServer;
let asked: { path: string; key?: string; body: Record<string, unknown> }[];
let answer: (response: ServerResponse, nth: number) => void;

beforeAll(async () => {
  http = createServer((request: IncomingMessage, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      asked.push({ path: request.url!, key: request.headers.authorization, body });
      answer(response, asked.length);
    });
  });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  server = {
    TTS_URL: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    TTS_KEY: "sk-test",
    TTS_MODEL: "kokoro",
    TTS_VOICE: "zm_yunxi",
    TTS_VOICE_FEMALE: "zf_xiaoxiao",
    TTS_SPEED: 0.9,
    TTS_SECONDS: 2,
    DATA_DIR: folder.at("data"),
  };
});
beforeEach(() => {
  asked = [];
  answer = (response) => response.end(wav);
  rmSync(folder.at("data/spoken"), { recursive: true, force: true });
});
afterAll(async () => {
  await new Promise((done) => http.close(done));
  folder.remove();
});

async function say(words: string, more: Partial<SpeechServer> = {}, voice: "male" | "female" = "male") {
  const { sound, keep } = await askSpeechServer({ ...server, ...more }, words, { language: "zh", voice, rate: 100 });
  await keep();
  return sound;
}
const refuse = (status: number, message?: string) => (response: ServerResponse) =>
  response.writeHead(status).end(message && JSON.stringify({ error: { message } }));

it("is asked in the form of OpenAI's, with its key, voice and speed, and once for the same", async () => {
  expect((await say("四三八路")).equals(wav)).toBe(true);
  expect(asked).toEqual([
    {
      path: "/v1/audio/speech",
      key: "Bearer sk-test",
      body: { model: "kokoro", voice: "zm_yunxi", input: "四三八路", response_format: "wav", speed: 0.9 },
    },
  ]);
  await say("四三八路");
  expect(asked).toHaveLength(1);
  await say("四三八路", {}, "female");
  await say("四三八路", { TTS_SPEED: 1 });
  await say("四三八路", { TTS_URL: `${server.TTS_URL}/api/speech`, TTS_KEY: undefined });
  expect(asked.map(({ path, key, body }) => [path, key, body.voice, body.speed]).slice(1)).toEqual([
    ["/v1/audio/speech", "Bearer sk-test", "zf_xiaoxiao", 0.9],
    ["/v1/audio/speech", "Bearer sk-test", "zm_yunxi", 1],
    ["/api/speech", undefined, "zm_yunxi", 0.9],
  ]);
  expect(readdirSync(folder.at("data/spoken"))).toHaveLength(4);
});

it("is asked again where it fails for a moment", async () => {
  answer = (response, nth) => (nth === 1 ? response.writeHead(503).end() : response.end(wav));
  expect((await say("再试")).equals(wav)).toBe(true);
  expect(asked).toHaveLength(2);
});

it.each([
  ["the key is wrong", refuse(401), "不认这个密钥", 1],
  ["there is no such voice", refuse(404), "没有这个地址、模型或声音", 1],
  ["the text is refused", refuse(400, "input too long"), "不接受这段文本或声音（400：input too long）", 1],
  ["it has had enough", refuse(429), "额度已用完", 3],
  ["it breaks", refuse(500), "自己出错（500）", 3],
  ["its answer is empty", (response: ServerResponse) => response.end(), "回答是空的", 3],
  [
    "it sends one elsewhere",
    (response: ServerResponse) => response.writeHead(302, { location: "/x" }).end(),
    "连不上",
    3,
  ],
])("says why where %s, and keeps nothing", async (_name, how, words, times) => {
  answer = how;
  await expect(say(`不行${words}`)).rejects.toThrow(words);
  expect(asked).toHaveLength(times);
  await expect(Promise.resolve().then(() => readdirSync(folder.at("data/spoken")))).rejects.toThrow();
});

it("is given up after its time, and when nobody wants it any more", async () => {
  answer = () => undefined;
  await expect(say("太慢", { TTS_SECONDS: 1 })).rejects.toThrow("超过 1 秒没有答完");
  const stopped = new AbortController();
  setTimeout(() => stopped.abort(), 100);
  const never = askSpeechServer(server, "不要了", { language: "zh", voice: "male", rate: 100 }, stopped.signal);
  await expect(never).rejects.toThrow("aborted");
}, 15_000);

it("makes a clip, also of what came as another format, and names the voice", async () => {
  const mp3 = folder.at("answer.mp3");
  await makeSound(folder.put("answer.wav", wav), mp3, { ...usualShape, sampleRate: 24_000 });
  const { readFileSync } = await import("node:fs");
  for (const [nth, bytes] of [wav, readFileSync(mp3)].entries()) {
    answer = (response) => response.end(bytes);
    const wishes = { language: "zh", voice: "female", rate: 100 } as const;
    const text = readAloud(`${nth}路开往火车站`, { language: "zh" });
    const spoken = await speak(text, folder.at(`clip${nth}.wav`), wishes, { server });
    expect(spoken).toMatchObject({
      format: "wav",
      sampleRate: 24_000,
      durationMs: 1000,
      spokenBy: "zf_xiaoxiao（kokoro）",
    });
  }
  expect(asked[0]!.body.input).toBe("零路开往火车站");
  expect(voiceInWords({ ...server, TTS_VOICE_FEMALE: undefined }, { voice: "female" })).toBe("zm_yunxi（kokoro）");
  answer = (response) => response.end("<html>not a sound</html>");
  const text = readAloud("不是声音", { language: "zh" });
  await expect(
    speak(text, folder.at("none.wav"), { language: "zh", voice: "male", rate: 100 }, { server }),
  ).rejects.toThrow("不是声音文件");
  expect(readdirSync(folder.at("data/spoken"))).toHaveLength(2);
});
