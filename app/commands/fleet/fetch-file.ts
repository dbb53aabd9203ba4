import type { Have, Piece } from "./transport";

/** Gets a file over HTTP, on from what is there; half of the rest where it is to stop in the middle. */
export async function fetchFile(url: URL, have: Have, stops: boolean, authorization?: string): Promise<Piece> {
  const from = have?.bytes.length ?? 0;
  const answer = await fetch(url, {
    headers: {
      ...(authorization && { authorization }),
      ...(have && from > 0 && { range: `bytes=${from}-`, "if-range": `"${have.sha256}"` }),
    },
    signal: AbortSignal.timeout(120_000),
  });
  if (answer.status !== (from > 0 ? 206 : 200) || !answer.body) throw new Error(`下载被拒绝：${answer.status}`);
  const left = Number(answer.headers.get("content-length"));
  const wanted = stops ? Math.floor(left / 2) : left;
  const pieces: Uint8Array[] = [];
  let got = 0;
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    got += piece.length;
    if (stops && got >= wanted) break;
  }
  const sha256 = (answer.headers.get("etag") ?? "").replaceAll('"', "");
  return { bytes: Buffer.concat(pieces).subarray(0, wanted), size: from + left, sha256 };
}
