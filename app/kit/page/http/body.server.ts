import { problem } from "~/kit/ground/problem";

const largestBytes = 4_000_000;

/** What a call sends: the query of a GET, the JSON of a POST (at most 4 MB; nothing counts as {}); multipart bodies are the call's own to read. */
export async function readBody(request: Request): Promise<unknown> {
  if (request.method === "GET") return Object.fromEntries(new URL(request.url).searchParams);
  const type = request.headers.get("content-type") ?? "";
  if (/^multipart\/form-data/i.test(type)) return {};
  return parseBody(await limitedText(request));
}

/** The JSON of a call; nothing counts as {}. */
export function parseBody(text: string): unknown {
  if (!text.trim()) return {};
  try {
    return JSON.parse(text);
  } catch {
    throw problem.field("", "请求内容不是有效的 JSON");
  }
}

async function limitedText(request: Request): Promise<string> {
  if (!request.body) return "";
  const tooLarge = () => problem.field("", "请求内容超过 4 MB");
  if (Number(request.headers.get("content-length") ?? 0) > largestBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > largestBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
