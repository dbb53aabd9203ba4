export { auditedTasks } from "./audited.server";
export { prepareFilesJob } from "./prepare.job.server";
export { startRollouts } from "./rollouts/clock.server";
export { cancelTask } from "./change-task.server";
export { fastTask } from "./start-task.server";
