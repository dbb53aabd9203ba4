import type { FetchJob, Transport } from "./transport";

/** Speaks HTTP as docs/decisions/91 has it. */
export function httpTransport(origin: string, token: string): Transport {
  const headers = { authorization: token, "content-type": "application/json" };
  const call = async <T>(name: string, sent: unknown): Promise<T> => {
    const answer = await fetch(`${origin}/api/device-link/v1.0/${name}`, {
      ...{ method: "POST", headers, body: JSON.stringify(sent) },
      signal: AbortSignal.timeout(30_000),
    });
    const { success, message, data } = (await answer.json()) as { success: boolean; message: string; data: T };
    if (!success) throw new Error(message);
    return data;
  };
  return {
    poll: (asked) => call("poll", asked),
    progress: (sent) => call("progress", sent),
    result: (sent) => call("result", sent),
    download: (job, from, stopAfter) => download(origin, token, job, from, stopAfter),
  };
}

async function download(
  origin: string,
  authorization: string,
  { url, sha256 }: FetchJob,
  from: number,
  stopAfter = Infinity,
): Promise<Buffer> {
  const goesOn: Record<string, string> = from > 0 ? { range: `bytes=${from}-`, "if-range": `"${sha256}"` } : {};
  const answer = await fetch(new URL(url, origin), {
    headers: { authorization, ...goesOn },
    signal: AbortSignal.timeout(120_000),
  });
  if (answer.status !== (from > 0 ? 206 : 200) || !answer.body) throw new Error(`下载被拒绝：${answer.status}`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    size += piece.length;
    if (size >= stopAfter) break;
  }
  return Buffer.concat(pieces).subarray(0, stopAfter === Infinity ? undefined : stopAfter);
}
