import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { RequestHandler, Response } from "express";
import type { Settings } from "~/kit/ground/settings.server";
import { sendPlainAnswer } from "./plain-answer.server";
import { announcesBody } from "./unread-bodies.server";

/** Whether an address is that of a proxy of ours, behind which are many people; `hop` 0 is the connection's own. */
export type IsProxy = (address: string, hop: number) => boolean;

interface OpenConnection {
  address: string;
  /** Answers under way; without any the connection only waits for its client. */
  open: number;
  latest?: { request: IncomingMessage; response: Response; signedIn: boolean };
  /** Came when every other had work under way, and is told so. */
  tooMany?: boolean;
}

const words = "连接过多，请稍后重试";

/**
 * Bounds the connections, in all and of one address. A newcomer too many takes the place of the one that has kept us
 * waiting longest: for a request, or for the body of one by nobody who is known to be signed in. Only where all of them
 * have work under way is the newcomer refused, in words.
 */
export class Connections {
  private readonly held = new Map<Socket, OpenConnection>();
  private readonly ofAddress = new Map<string, number>();

  constructor(
    server: Server,
    private readonly limits: Pick<Settings, "CONNECTIONS_AT_ONCE" | "ADDRESS_CONNECTIONS">,
    private readonly isProxy: IsProxy,
  ) {
    server.on("connection", (socket: Socket) => this.admit(socket));
  }

  /** Comes first of all; gives the others `res.locals.signedIn()`, which says that a person who is signed in sends the request. */
  readonly track: RequestHandler = (request, response, next) => {
    const { socket } = request;
    const entry = this.held.get(socket);
    if (!entry || entry.latest?.request === request) return next();
    const latest: OpenConnection["latest"] = { request, response, signedIn: false };
    entry.latest = latest;
    entry.open += 1;
    response.once("close", () => (entry.open -= 1));
    response.locals.signedIn = () => (latest.signedIn = true);
    if (entry.tooMany) refuse(response);
    else next();
  };

  private admit(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const entry: OpenConnection = { address, open: 0 };
    this.held.set(socket, entry);
    const now = (this.ofAddress.get(address) ?? 0) + 1;
    this.ofAddress.set(address, now);
    socket.once("close", () => this.forget(socket, entry));
    const tooManyHere = now > this.limits.ADDRESS_CONNECTIONS && !this.isProxy(address, 0);
    if (tooManyHere) entry.tooMany = !this.endOne(socket, address);
    else if (this.held.size > this.limits.CONNECTIONS_AT_ONCE) entry.tooMany = !this.endOne(socket);
  }

  /** Ends the oldest that only keeps us waiting, other than this one; false where there is none. */
  private endOne(newcomer: Socket, address?: string): boolean {
    for (const [socket, entry] of this.held) {
      if (socket === newcomer || (address !== undefined && entry.address !== address) || !isWaiting(entry)) continue;
      this.forget(socket, entry);
      if (entry.open > 0 && entry.latest) refuse(entry.latest.response);
      else socket.destroy();
      return true;
    }
    return false;
  }

  private forget(socket: Socket, { address }: OpenConnection): void {
    if (!this.held.delete(socket)) return;
    const left = (this.ofAddress.get(address) ?? 1) - 1;
    if (left > 0) this.ofAddress.set(address, left);
    else this.ofAddress.delete(address);
  }
}

function isWaiting({ open, latest }: OpenConnection): boolean {
  return open === 0 || (!!latest && !latest.signedIn && announcesBody(latest.request) && !latest.request.complete);
}

/** What such a client still sends is not waited for. */
function refuse(response: Response): void {
  response.set("Connection", "close").set("Retry-After", "30");
  sendPlainAnswer(response, 503, words);
  Reflect.deleteProperty(response.req.socket, "destroySoon");
}
