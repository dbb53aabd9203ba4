import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { plainPage } from "~/kit/page/refusal/plain-page";

const answers: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "请求的地址或请求头过长，请缩短后再试"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "请求没有按时发送完整，请重试"],
};

/** Answers in words what Node refuses before there is a request: a head that is too long, too slow or none at all. */
export function answerBrokenHeads(server: Server): Server {
  return server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const [status, message] = answers[error.code ?? ""] ?? ["400 Bad Request", "请求不正确"];
    const page = plainPage(message, { links: [{ label: "返回首页", href: "/" }] });
    const head = [
      `HTTP/1.1 ${status}`,
      "Content-Type: text/html; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(page)}`,
      "X-Content-Type-Options: nosniff",
      "Cache-Control: no-store",
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${page}`);
  });
}
