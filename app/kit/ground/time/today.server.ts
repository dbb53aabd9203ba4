import { AsyncLocalStorage } from "node:async_hooks";
import { settings } from "~/kit/ground/settings.server";
import { dateInZone } from "./operator-time";

/** Today's date where the operator is, `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return supposed.getStore() ?? dateInZone(now, settings().OPERATOR_TIME_ZONE);
}

/** Has `work` run as if today were that day. */
export const onDay = <T>(day: string, work: () => Promise<T>): Promise<T> => supposed.run(day, work);

const supposed = new AsyncLocalStorage<string>();
