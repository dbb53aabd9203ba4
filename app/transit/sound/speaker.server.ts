import { type ChildProcessByStdio, spawn } from "node:child_process";
import { setPriority } from "node:os";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { workerFile } from "~/kit/ground/worker-file.server";
import { SoundFault } from "./sound";

export interface SpeakOrder {
  parts: readonly { voice: string; text: string }[];
  /** Percent. */
  rate: number;
  to: string;
}

/** Has our own program speak into a wav file: one text at a time, and the program is kept while there is something to say. */
export function orderSpeech(order: SpeakOrder, signal?: AbortSignal): Promise<void> {
  const spoken = last.then(() => {
    signal?.throwIfAborted();
    return orderNow(order);
  });
  last = spoken.catch(() => undefined);
  return spoken;
}

/** Ends the program; it would end with this one too. */
export function stopSpeaking(): void {
  speaker?.child.kill("SIGKILL");
  speaker = undefined;
}

const secondsForOne = 20;
const keptMs = 60_000;

let last: Promise<unknown> = Promise.resolve();
let speaker: { child: ChildProcessByStdio<Writable, Readable, null>; lines: Interface } | undefined;
let idle: NodeJS.Timeout | undefined;

async function orderNow(order: SpeakOrder): Promise<void> {
  clearTimeout(idle);
  const { child, lines } = (speaker ??= await start());
  let settle: (answer: string) => void = () => undefined;
  const answered = new Promise<string>((resolve) => (settle = resolve));
  const gone = () => settle("gone");
  const timer = setTimeout(() => settle("slow"), secondsForOne * 1000);
  lines.once("line", settle);
  child.once("exit", gone);
  child.stdin.write(`${JSON.stringify(order)}\n`, (error) => error && gone());
  const answer = await answered;
  clearTimeout(timer);
  lines.off("line", settle);
  child.off("exit", gone);
  if (answer === "slow" || answer === "gone") stopSpeaking();
  idle = setTimeout(stopSpeaking, keptMs).unref();
  if (answer === "slow") throw new SoundFault(`朗读超过 ${secondsForOne} 秒，已停止，请缩短文本`);
  if (answer === "gone") throw new SoundFault("朗读程序意外停止，这一条没有读出，请重试");
  if (answer !== "said") throw new SoundFault("朗读程序读不出这段文本", { cause: answer });
}

async function start() {
  const program = await workerFile("speak-program", "app/transit/sound/speak.program.ts", ["app/transit/sound"]);
  const child = spawn(process.execPath, [program], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { NODE_ENV: process.env.NODE_ENV },
  });
  child.on("error", () => child.emit("exit"));
  child.stdin.on("error", () => undefined);
  // Many names are spoken behind people's backs: their pages go first.
  if (child.pid !== undefined) setPriority(child.pid, 10);
  return { child, lines: createInterface({ input: child.stdout }) };
}
