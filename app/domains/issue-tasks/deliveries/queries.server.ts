export { failDetails } from "./fail-details.server";
export { type Job, type ReportedFile, sayFailure } from "./job";
export { type ProgressFate, keepProgress, type Progress } from "./keep-progress.server";
export { keepReported } from "./keep-reported.server";
export { keepTime } from "./keep-time.server";
export { keepResult, type Result } from "./keep-result.server";
export { recalledFiles } from "./recalled-files.server";
export { takeJobs } from "./take-jobs.server";
export { taskTypes } from "../words";
