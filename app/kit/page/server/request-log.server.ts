import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { shortHash } from "~/kit/data/access/short-hash";
import type { EndedRequest } from "~/kit/data/logs/request-log.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { brokenOffStatus } from "~/kit/ground/broken-off";
import { log } from "~/kit/ground/log.server";

/**
 * Gives each request its id (`res.locals.requestId`, header X-Request-Id) and logs it when it is done, with who and from where: the path without
 * its query, because queries hold tokens and what people search for. A proxy that is trusted may set the id. `keep` is told of pages and calls.
 */
export function logRequests(trustsProxy: boolean, keep?: (ended: EndedRequest) => void): RequestHandler {
  return (request, response, next) => {
    const given = trustsProxy ? request.get("x-request-id") : undefined;
    const requestId = given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
    response.locals.requestId = requestId;
    response.set("X-Request-Id", requestId);
    const path = request.path.length > 300 ? `${request.path.slice(0, 300)}…` : request.path;
    const level = /^\/(assets\/|healthz$)/.test(path) ? "debug" : "info";
    const began = process.hrtime.bigint();
    response.once("close", () => {
      const ms = Math.round(Number(process.hrtime.bigint() - began) / 1e5) / 10;
      const aborted = response.writableFinished ? undefined : true;
      const status = response.headersSent ? response.statusCode : brokenOffStatus;
      const viewer = response.locals.viewer as Viewer | undefined;
      if (level === "info")
        keep?.({
          at: Date.now() - ms,
          method: request.method,
          path,
          status,
          ms,
          requestId,
          address: request.ip,
          viewer,
        });
      log[level](
        {
          method: request.method,
          path,
          status,
          ms,
          requestId,
          aborted,
          address: request.ip,
          user: viewer?.userAccount,
          session: viewer && shortHash(viewer.sessionId),
        },
        "request",
      );
    });
    next();
  };
}
