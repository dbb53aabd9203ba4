import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { shortHash } from "~/kit/data/access/short-hash";
import type { EndedRequest } from "~/kit/data/logs/request-log.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { brokenOffStatus } from "~/kit/ground/broken-off";
import { contain } from "~/kit/ground/faults.server";
import { log } from "~/kit/ground/log.server";
import { underNumber } from "~/kit/ground/work-number.server";

const ofTerminals = "/api/device-link/";
const whoWithinMs = 1000;

/**
 * Gives each request its id (`res.locals.requestId`, header X-Request-Id) and logs it when it is done, with who and from where: the path without
 * its query, because queries hold tokens and what people search for. A proxy that is trusted may set the id. `keep` is told of pages and calls,
 * not of what terminals ask: thousands do each second, and the device's own page has it; what is well with those is a line at level debug only. `observe` is told of all.
 */
export function logRequests(
  trustsProxy: boolean,
  keep?: (ended: EndedRequest) => void,
  observe?: (ended: Pick<EndedRequest, "method" | "path" | "status" | "ms">) => void,
): RequestHandler {
  return (request, response, next) => {
    if (response.locals.requestId) return next();
    const given = trustsProxy ? request.get("x-request-id") : undefined;
    const requestId = given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
    response.locals.requestId = requestId;
    response.set("X-Request-Id", requestId);
    const path = request.path.length > 300 ? `${request.path.slice(0, 300)}…` : request.path;
    const isTerminals = path.startsWith(ofTerminals);
    const isQuiet = /^\/(assets\/|(healthz|readyz|metrics)$)/.test(path);
    // A connection that is broken off has no address any more.
    const address = request.ip;
    const came = Date.now();
    const began = process.hrtime.bigint();
    const tell = (aborted: boolean, status: number, ms: number) => {
      const viewer = response.locals.viewer as Viewer | undefined;
      const device = response.locals.device as string | undefined;
      const level = isQuiet || (device && status < 400 && !aborted) ? "debug" : "info";
      if (!isQuiet && !isTerminals)
        keep?.({
          at: came,
          method: request.method,
          path,
          status,
          ms,
          requestId,
          address,
          viewer,
        });
      log[level](
        {
          method: request.method,
          path,
          status,
          ms,
          requestId,
          aborted: aborted || undefined,
          address,
          user: viewer?.userAccount,
          device,
          session: viewer && shortHash(viewer.sessionId),
        },
        "request",
      );
    };
    response.once("close", () => {
      const ms = Math.round(Number(process.hrtime.bigint() - began) / 1e5) / 10;
      const aborted = !response.writableFinished;
      const status = response.headersSent ? response.statusCode : brokenOffStatus;
      observe?.({ method: request.method, path, status, ms });
      // Who sent it may still be on its way from the database.
      if (aborted && !isTerminals && !response.locals.viewer)
        setTimeout(contain("the log of requests", tell), whoWithinMs, aborted, status, ms);
      else tell(aborted, status, ms);
    });
    underNumber(requestId, next);
  };
}
