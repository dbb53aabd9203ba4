import { Readable } from "node:stream";
import type { Request, RequestHandler } from "express";
import { BrokenOff } from "~/kit/ground/broken-off";
import { beforeHead } from "./before-head.server";

export interface DiscardLimits {
  /** A body that says to be no longer than this is read to its end after the answer, and its connection kept. */
  keepBytes: number;
  /** Of any other body at most so much is read, so that the client gets to the answer before its connection ends. */
  bytes: number;
  ms: number;
  /** So long may nothing arrive. */
  quietMs: number;
}

/**
 * Sees to bodies that nobody has read when the answer is written: a small one is read and thrown away, so that the next
 * request on the connection is found; at a large one the connection ends, our half first, because a client that is still
 * sending would be met by a reset and never see the answer.
 */
export function discardUnreadBodies(limits: DiscardLimits): RequestHandler {
  return (request, response, next) => {
    if (!announcesBody(request)) return next();
    beforeHead(response, () => {
      if (request.complete) return;
      if (!(Number(request.headers["content-length"]) <= limits.keepBytes)) response.setHeader("Connection", "close");
      request.socket.destroySoon = endOurHalf;
    });
    outliveReader(request);
    response.once("finish", () => {
      Reflect.deleteProperty(request, "destroy");
      if (!request.readableEnded) discardRest(request, limits);
    });
    next();
  };
}

export function announcesBody({ headers }: Pick<Request, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** A reader that has read enough would end the connection, and so the answer that says why. */
function outliveReader(request: Request): void {
  const destroy = request.destroy.bind(request);
  request.destroy = (error) => (request.readableEnded || isGone(request) ? destroy(error) : request.pause());
}

const isGone = ({ socket }: { socket: Request["socket"] | null }) => !socket || socket.destroyed;

function endOurHalf(this: Request["socket"]): void {
  this.end();
}

function discardRest(request: Request, { bytes, ms, quietMs }: DiscardLimits): void {
  // Node takes the connection from a request whose client is gone.
  const socket = request.socket as Request["socket"] | null;
  if (!socket) return;
  const cut = () => socket.destroy();
  const [total, quiet] = [setTimeout(cut, ms), setTimeout(cut, quietMs)];
  let left = bytes;
  request.push = (chunk: Buffer | null) => {
    if (chunk === null) return Readable.prototype.push.call(request, null);
    quiet.refresh();
    left -= chunk.length;
    if (left < 0) cut();
    return true;
  };
  const over = () => [total, quiet].forEach(clearTimeout);
  socket.once("close", over);
  request.once("end", () => {
    over();
    socket.off("close", over);
    Reflect.deleteProperty(socket, "destroySoon");
    if (socket.writableEnded) socket.destroySoon();
  });
  // Whoever still waits for the rest must not take what came for the whole.
  if (request.listenerCount("error") > 0) request.emit("error", new BrokenOff());
  request.removeAllListeners("data");
  request.resume();
}
