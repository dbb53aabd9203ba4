import { flag, whole } from "./settings-rules";

export const logSettings = {
  REQUEST_LOG: flag
    .prefault("1")
    .describe("0: requests are not kept in 功能访问日志; the program's own log has them anyway"),
  LOGIN_LOG_MONTHS: whole(0, 1200).prefault("12").describe("Whole months that logins are kept; 0: for ever"),
  REQUEST_LOG_MONTHS: whole(0, 1200).prefault("12").describe("The same of requests and the sums of their charts"),
  JOB_LOG_MONTHS: whole(0, 1200).prefault("12").describe("The same of the runs of background jobs"),
  FENCE_EVENT_MONTHS: whole(0, 1200).prefault("12").describe("The same of events of fences that have ended"),
};
