export { auditedTasks } from "./audited.server";
export { prepareFilesJob } from "./prepare.job.server";
export { startRollouts } from "./rollouts/clock.server";
export { addTask } from "./add-task.server";
export { moveDetails } from "./move-details.server";
export { TaskAdd } from "./schema";
export { startTask } from "./start-task.server";
export { type Announced, announcedBy, countAnnounced } from "./announced/announced.server";
