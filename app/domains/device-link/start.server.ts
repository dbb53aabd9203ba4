import { repeat } from "~/kit/ground/time/repeat.server";
import { trimMessages } from "./messages.server";
import { sweepLink } from "./tickets.server";

/** Sweeps tickets, secrets and messages every 20 seconds; answers what ends it. */
export function startLink(): () => Promise<void> {
  return repeat(20_000, "the link to vehicles could not be swept", () => Promise.all([sweepLink(), trimMessages()]))
    .end;
}
