import { addDays } from "~/kit/ground/time/days";
import { today } from "~/kit/ground/time/today.server";

/** The day so many days ahead of the operator's today, or before it where they are negative. */
export const day = (ahead: number): string => addDays(today(), ahead);
