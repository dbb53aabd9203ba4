import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export class OpenResponses {
  private readonly open = new Set<ServerResponse>();
  private stopping = false;
  /** Whether it stops and nobody takes its place, which whoever sends requests here must know. */
  endsService = false;

  constructor(private readonly server: Server) {
    server.prependListener("request", (_request, response) => {
      this.open.add(response);
      response.once("close", () => this.open.delete(response));
      if (this.stopping) response.setHeader("Connection", "close");
    });
  }

  /**
   * Says that it stops and takes requests for `grace` ms more, until who sends them here knows; then takes no new connections,
   * for `linger` ms requests over those that are open, lets those under way finish for `patience` ms and cuts what is left.
   */
  async end(patience: number, { grace = 0, linger = 0, isReplaced = false } = {}): Promise<void> {
    this.stopping = true;
    this.endsService = !isReplaced;
    if (grace > 0) await sleep(grace);
    for (const response of this.open) if (!response.headersSent) response.setHeader("Connection", "close");
    const closed = new Promise<void>((resolve) => stopListening(this.server, resolve));
    await Promise.race([closed, sleep(linger)]);
    const sweep = setInterval(() => this.server.closeIdleConnections(), 50);
    await Promise.race([closed, sleep(patience, undefined, { ref: false })]);
    clearInterval(sweep);
    this.server.closeAllConnections();
  }
}

/** Without what a server of HTTP does besides: it would cut connections that are idle, also one whose first request is on its way. */
function stopListening(server: Server, closed: () => void): void {
  const ofSockets = Object.getPrototypeOf(Object.getPrototypeOf(server)) as Server;
  ofSockets.close.call(server, () => closed());
}
