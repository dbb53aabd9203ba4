import { log } from "~/kit/ground/log.server";
import { advanceTasks } from "./advance.server";

const everySeconds = 5;

/** Moves rollouts on every few seconds, in whichever process comes first; answers what ends it. */
export function startRollouts(): () => Promise<void> {
  let going: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    going ??= advanceTasks()
      .catch((error: unknown) => log.warn({ err: error }, "rollouts could not be moved on"))
      .finally(() => (going = undefined));
  }, everySeconds * 1000);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await going;
  };
}
