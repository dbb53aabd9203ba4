/** Bytes `from` to `to` of a stream, both included; what comes after them is not read. */
export async function* partOf(
  stream: AsyncIterable<Buffer | string>,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    const begin = at;
    at += piece.length;
    if (at > from) yield piece.subarray(Math.max(0, from - begin), to + 1 - begin);
    if (at > to) return;
  }
}
