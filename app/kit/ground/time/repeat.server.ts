import { contain } from "../faults.server";
import { log } from "../log.server";

/** Does `work` now and again every so many milliseconds, never twice at once; what goes wrong is logged with `failed` and ends nothing. */
export function repeat(
  everyMs: number,
  failed: string,
  work: () => Promise<unknown>,
): { first: Promise<void>; end(): Promise<void> } {
  let going: Promise<void> | undefined;
  const once = async () => {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, failed);
    }
  };
  const turn = (): Promise<void> =>
    (going ??= once().finally(() => {
      going = undefined;
    }));
  const timer = setInterval(contain(failed, turn), everyMs);
  timer.unref();
  const first = turn();
  return {
    first,
    async end() {
      clearInterval(timer);
      await going;
    },
  };
}
