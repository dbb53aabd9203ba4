import { createHash, randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { Upload } from "tus-js-client";
import { atLeast, atMost, type Figure } from "../bench/figure";
import { signedIn } from "../strangers/signed-in";
import type { Program } from "./program";

const megabytes = 200;
const at = "/attachment/attachment-management";

/** A file of 200 MB in pieces while the program is killed in the middle: it goes on where it was, and is the whole file in the end. */
export async function uploads(program: Program, password: string): Promise<Figure[]> {
  const block = randomBytes(1_000_000);
  const content = Buffer.concat(
    Array.from({ length: megabytes }, (_, nth) => (block.writeUInt32BE(nth), Buffer.from(block))),
  );
  const { cookie } = await signedIn(program.url, "admin", password);
  const headers = { Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
  const began = performance.now();
  let killed: Promise<void> | undefined;
  let sent = 0;
  const id = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `${program.url}${at}/upload`,
      chunkSize: 1_000_000,
      overridePatchMethod: true,
      headers,
      metadata: { filename: "中断.bin" },
      retryDelays: Array.from({ length: 100 }, () => 1000),
      onChunkComplete(size, accepted) {
        sent += size;
        if (accepted > content.length / 2)
          killed ??= program.kill().then(() => {
            program.start();
          });
      },
      onError: reject,
      onSuccess: () => resolve(upload.url!.split("/").at(-1)!),
    });
    upload.start();
  });
  await killed;
  await program.answered();
  const form = new FormData();
  form.set("uploaded", id);
  const answer = await program.ask(`${at}/new`, { method: "POST", headers, body: form });
  const page = await program.ask(answer?.headers.get("location") ?? at, { headers });
  const isWhole = page?.text.includes(createHash("sha256").update(content).digest("hex")) ?? false;
  return [
    atLeast("200 MB in pieces, the program killed in the middle: the whole file arrived", Number(isWhole), 1),
    atMost("bytes sent more than once", sent - content.length, 2_000_000, "B"),
    atMost(
      "200 MB in pieces, with a start of the program in between",
      Math.round(performance.now() - began),
      120_000,
      "ms",
    ),
  ];
}
