import { jsonFault } from "~/kit/ground/files/json-fault";
import { problem } from "~/kit/ground/problem";

const largestBytes = 4_000_000;
const callLimits = { depth: 60, values: 500_000, keys: 10_000 };

/** What a call sends: the query of a GET, the JSON of a POST (at most 4 MB; nothing counts as {}); multipart bodies are the call's own to read. */
export async function readBody(request: Request): Promise<unknown> {
  if (request.method === "GET") return Object.fromEntries(new URL(request.url).searchParams);
  const type = request.headers.get("content-type") ?? "";
  if (/^multipart\/form-data/i.test(type)) return {};
  return parseBody(decode(await limitedBytes(request), type));
}

/** The JSON of a call; nothing counts as {}. */
export function parseBody(text: string): unknown {
  if (!text.trim()) return {};
  const fault = jsonFault(Buffer.from(text), callLimits);
  if (fault) throw problem.field("", `${fault}，请检查内容，或分几次发送`);
  try {
    return JSON.parse(text);
  } catch {
    throw problem.field("", "请求内容不是有效的 JSON");
  }
}

async function limitedBytes(request: Request): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const tooLarge = () => problem.field("", "请求内容超过 4 MB");
  if (Number(request.headers.get("content-length") ?? 0) > largestBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > largestBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? "utf-8";
  const decoder = decoderOf(charset);
  if (!decoder) throw problem.field("", `不支持的字符编码 ${charset.slice(0, 40)}，请改用 UTF-8`);
  try {
    return decoder.decode(bytes);
  } catch {
    throw problem.field(
      "",
      `请求内容不是有效的 ${decoder.encoding.toUpperCase()}，请改用 UTF-8，或在 Content-Type 中写明 charset`,
    );
  }
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return undefined;
  }
}
