import { log } from "~/kit/ground/log.server";
import { trimMessages } from "./messages.server";
import { sweepLink } from "./tickets.server";

/** Sweeps tickets, secrets and messages every 20 seconds; answers what ends it. */
export function startLink(): () => void {
  const sweep = () =>
    Promise.all([sweepLink(), trimMessages()]).catch((error: unknown) =>
      log.warn({ err: error }, "the link to vehicles could not be swept"),
    );
  const timer = setInterval(() => void sweep(), 20_000);
  timer.unref();
  return () => clearInterval(timer);
}
