import { fetchFile } from "./fetch-file";
import type { Transport } from "./transport";

export function httpTransport(origin: string, token: string): Transport {
  const headers = { authorization: token, "content-type": "application/json" };
  const call = async <T>(name: string, sent: unknown): Promise<T> => {
    const answer = await fetch(`${origin}/api/device-link/v1.0/${name}`, {
      method: "POST",
      headers,
      body: JSON.stringify(sent),
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
    download: ({ url }, have, stops) => fetchFile(new URL(url, origin), have, stops, token),
  };
}
