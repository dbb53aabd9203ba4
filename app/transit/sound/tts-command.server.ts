import { spawn } from "node:child_process";
import { SoundFault, type SpeakingWishes } from "./sound";

const seconds = 20;
const mostBytes = 20 * 2 ** 20;

/** What another program says: the text on its stdin, a wav on its stdout, within limits of both time and size. */
export async function runTtsCommand(command: string, words: string, wishes: SpeakingWishes, signal?: AbortSignal) {
  const [program = "", ...given] = command.split(/\s+/).filter(Boolean);
  const { PATH, HOME, NODE_ENV } = process.env;
  const { language, voice, rate } = wishes;
  const env = {
    NODE_ENV,
    PATH,
    HOME,
    LANG: "C.UTF-8",
    TTS_LANGUAGE: language,
    TTS_VOICE: voice,
    TTS_RATE: String(rate),
  };
  const child = spawn(program, given, { stdio: ["pipe", "pipe", "ignore"], env, shell: false });
  const parts: Buffer[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (words: string, cause?: unknown) => reject(new SoundFault(words, { cause }));
      const timer = setTimeout(() => refuse(`TTS_COMMAND 的程序超过 ${seconds} 秒没有读完`), seconds * 1000);
      const abort = () => reject(signal!.reason as Error);
      signal?.addEventListener("abort", abort);
      let bytes = 0;
      child.stdout.on("data", (part: Buffer) => {
        parts.push(part);
        if ((bytes += part.length) > mostBytes) refuse("TTS_COMMAND 的程序给出的声音过大");
      });
      child.on("error", (error) => refuse("TTS_COMMAND 的程序无法启动，请检查设置", error));
      child.on("close", (code) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        if (code === 0) resolve();
        else refuse("TTS_COMMAND 的程序没有读出这段文本", { code });
      });
      child.stdin.on("error", () => undefined).end(words);
    });
  } finally {
    child.kill("SIGKILL");
  }
  return Buffer.concat(parts);
}
