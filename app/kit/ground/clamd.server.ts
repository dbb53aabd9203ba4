import { createReadStream } from "node:fs";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { settings } from "./settings.server";

/** What clamd finds in a file, by its name of it; undefined for nothing. Throws where it does not say so itself. */
export async function scanFile(path: string): Promise<string | undefined> {
  const answer = await askClamd(streamed(path), settings().CLAMAV_TIMEOUT_SECONDS * 1000);
  if (answer === "stream: OK") return undefined;
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (!found) throw new Error(`clamd answered ${JSON.stringify(answer.slice(0, 200))}`);
  return found;
}

let pinged: { at: number; answers: Promise<boolean> } | undefined;

/** Whether clamd answers within two seconds; asked at most every five. Undefined where CLAMAV_URL is not set. */
export function clamdAnswers(): Promise<boolean> | undefined {
  if (!settings().CLAMAV_URL) return undefined;
  if (!pinged || pinged.at < Date.now() - 5000) {
    const answers = askClamd([Buffer.from("zPING\0")], 2000).then(
      (answer) => answer === "PONG",
      () => false,
    );
    pinged = { at: Date.now(), answers };
  }
  return pinged.answers;
}

/** The INSTREAM command: pieces with their length before them, ended by an empty one. */
async function* streamed(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for await (const piece of createReadStream(path, { highWaterMark: 2 ** 17 }) as AsyncIterable<Buffer>) {
    yield lengthOf(piece);
    yield piece;
  }
  yield lengthOf([]);
}

function lengthOf({ length }: { length: number }): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  return head;
}

function askClamd(question: Iterable<Buffer> | AsyncIterable<Buffer>, silentMs: number): Promise<string> {
  const socket = connect(settings().CLAMAV_URL!).setEncoding("utf8");
  return new Promise<string>((resolve, reject) => {
    let answer = "";
    socket.setTimeout(silentMs, () => reject(new Error("clamd did not answer in time")));
    socket.on("data", (text: string) => {
      answer += text;
      const end = answer.indexOf("\0");
      if (end >= 0) resolve(answer.slice(0, end));
      else if (answer.length > 10_000) reject(new Error("clamd answered too much"));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("clamd ended without an answer")));
    pipeline(Readable.from(question), socket, { end: false }).catch(reject);
  }).finally(() => socket.destroy());
}
