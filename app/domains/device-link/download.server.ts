import type { Readable } from "node:stream";
import { keepTime } from "~/domains/issue-tasks/deliveries/queries.server";
import { bearerToken } from "~/kit/data/access/cookies.server";
import { rangeOf } from "~/kit/data/files/byte-range";
import { openPart } from "~/kit/data/files/files.server";
import { runBeside } from "~/kit/ground/faults.server";
import { type LinkCaller, linkedDevice, noteRefused } from "./authenticate.server";
import { noteMessages } from "./messages.server";
import { openTicket, type TicketedFile } from "./tickets.server";

/** A file on its way, or in words why not. */
export type OpenedFile =
  { status: 403 | 429; refused: string } | { status: 200 | 206; headers: Record<string, string>; stream: Readable };

/** Opens the file of a ticket for the terminal that the ticket was given to, whole or from where it broke. */
export async function openDownload(caller: LinkCaller, ticket: string | undefined): Promise<OpenedFile> {
  const { headers } = caller;
  const range = headers.get("range");
  const goesOn = /^bytes=0*[1-9]\d{0,14}-\d{0,15}$/.test(range ?? "");
  const device = bearerToken(caller) ? await linkedDevice(caller) : undefined;
  if (device === "unknown") return { status: 403, refused: "令牌无效或已停用" };
  if (device === "too often") return { status: 429, refused: "错误的设备令牌过多，请稍后再试" };
  const ifRange = headers.get("if-range");
  const sha256 = ifRange?.replace(/^"(.*)"$/, "$1");
  const file = await openTicket(ticket ?? "", { devUuid: device?.devUuid, goesOn, sha256 });
  if (typeof file === "string") {
    noteRefused(caller, `下载被拒绝：${file}${device ? `，来者为设备 ${device.devSelfCode}` : ""}`);
    return { status: 403, refused: "下载票据无效、已用过或已过期，请重新领取任务" };
  }
  const etag = `"${file.sha256}"`;
  const asked = ifRange && ifRange !== etag ? undefined : rangeOf(range, file.size);
  const [from, to] = asked ?? [0, file.size - 1];
  const stream = await openPart(file.fileKey, from, to);
  watch(file, stream, from, to);
  return {
    status: asked ? 206 : 200,
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Length": String(to - from + 1),
      ...(asked && { "Content-Range": `bytes ${from}-${to}/${file.size}` }),
      ETag: etag,
      "Accept-Ranges": "bytes",
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
    stream,
  };
}

/** Beside the answer: when it began and when the last byte was read, and the message of it. */
function watch({ devUuid, detailUuid, size }: TicketedFile, stream: Readable, from: number, to: number): void {
  const note = (content: string) =>
    noteMessages([{ devUuid, transport: "http", isFromDevice: false, kind: "download", content }]);
  const keep = (step: "start" | "end") =>
    runBeside("the time of a download", keepTime({ detailUuid, step, at: new Date() }));
  if (from === 0) keep("start");
  note(`开始发送文件：第 ${from} 到 ${to} 字节，共 ${size} 字节`);
  let sent = 0;
  stream.on("data", (piece: Buffer) => (sent += piece.length));
  stream.once("close", () => {
    if (sent === to - from + 1 && to === size - 1) keep("end");
    note(sent === to - from + 1 ? "文件已发送" : `发送中断：已发送 ${sent} 字节`);
  });
}
