import { settings } from "~/kit/ground/settings.server";
import { dateIn } from "./operator-time";

/** Today's date where the operator is, `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return dateIn(now, settings().OPERATOR_TIME_ZONE);
}
