import type { RequestHandler } from "express";

/**
 * Lets a long answer wait for its client: `res.locals.waitForDrain()` is undefined while the client keeps up, else settles when
 * it has taken what was written or is gone. Remix writes without asking. Comes after the compression, which has a buffer too.
 */
export function trackBackpressure(): RequestHandler {
  return (_request, response, next) => {
    let full: Promise<void> | undefined;
    let go: (() => void) | undefined;
    const write = response.write.bind(response) as (...given: unknown[]) => boolean;
    const taken = () => {
      go?.();
      full = go = undefined;
    };
    response.write = (...given: unknown[]) => {
      const more = write(...given);
      if (!more && !response.destroyed) full ??= new Promise((resolve) => (go = resolve));
      return more;
    };
    response.on("drain", taken).on("close", taken);
    response.locals.waitForDrain = () => full;
    next();
  };
}
