import { settings } from "~/kit/ground/settings.server";
import { dateInZone } from "./operator-time";

/** Today's date where the operator is, `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return dateInZone(now, settings().OPERATOR_TIME_ZONE);
}
