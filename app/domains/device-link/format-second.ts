import { formatTime } from "~/kit/ground/time/format-time";

/** A moment to the second where the operator is. */
export const formatSecond = (moment: Date, timeZone: string) =>
  `${formatTime(moment, timeZone)}:${String(moment.getUTCSeconds()).padStart(2, "0")}`;
