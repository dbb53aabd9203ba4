import type {
  Job,
  ProgressFate,
  Progress,
  ReportedFile,
  Result,
} from "~/domains/issue-tasks/deliveries/queries.server";

interface Who {
  devUuid: string;
}

export interface TerminalSaying {
  devUuid: string;
  transport: "808" | "mqtt";
  isFromDevice: boolean;
  kind: string;
  content: string;
  fold?: string;
}

/** The one inside: decides what a terminal is to fetch, and keeps what it says of it. */
export interface TerminalLink {
  takeJobs(terminal: Who): Promise<Job[]>;
  keepProgress(terminal: Who, progress: Progress): Promise<ProgressFate>;
  keepResult(terminal: Who, result: Result): Promise<ProgressFate>;
  keepReported(terminal: Who, files: readonly ReportedFile[]): Promise<void>;
  /** A ticket that opens one download without the terminal's secret. */
  makeTicket(devUuid: string, detailUuid: string): Promise<string>;
  note(said: TerminalSaying): void;
}
