import { makeTicket, noteMessages } from "~/domains/device-link/queries.server";
import { keepProgress, keepReported, keepResult, takeJobs } from "~/domains/issue-tasks/deliveries/queries.server";
import type { TerminalLink } from "./terminal-link";

/** What decides for all transports. */
export const terminalLink: TerminalLink = {
  takeJobs: (terminal) => takeJobs(terminal, { usesAtOnce: true }),
  keepProgress,
  keepResult,
  keepReported,
  makeTicket: (devUuid, detailUuid) => makeTicket(devUuid, detailUuid, true),
  note: (said) => noteMessages([said]),
};
