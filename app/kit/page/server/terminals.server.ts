import type { Request, RequestHandler, Response } from "express";

/** Answers a terminal; false where it is another's request. */
export type AnswerTerminal = (
  request: Request,
  response: Response,
  from: { clientAddress: string; requestId: string; tellDevice: (devSelfCode: string) => void },
) => boolean;

const longest = 16_000;

/** What terminals say in a few bytes comes in thousands and needs little of what all others do: `first` answers it, tracked and logged, before them, `other` the rest among them. */
export function answerTerminals(
  [track, logged]: [RequestHandler, RequestHandler],
  answer?: AnswerTerminal,
): Record<"first" | "other", RequestHandler> {
  const other: RequestHandler = (request, response, next) =>
    answer?.(request, response, {
      clientAddress: request.ip ?? "",
      requestId: response.locals.requestId as string,
      tellDevice: (devSelfCode) => void (response.locals.device = devSelfCode),
    }) || next();
  return {
    other,
    first: (request, response, next) =>
      isSaidShortly(request)
        ? track(request, response, () => logged(request, response, () => other(request, response, next)))
        : next(),
  };
}

const isSaidShortly = ({ url, headers }: Request) =>
  url.startsWith("/api/device-link/") &&
  headers["transfer-encoding"] === undefined &&
  Number(headers["content-length"] ?? 0) <= longest;
