export { auditedWhiteList } from "./audited.server";
export {
  buslineQuickSearch,
  checkLine,
  checksOf,
  deleteChecks,
  listChecks,
  neighbourOf,
  requireCheck,
} from "./checks.server";
export { countOpenChecks } from "./count-open.server";
export { checkGivenPath } from "./given-path.server";
export {
  addPathToWhiteList,
  askAgain,
  confirmWhite,
  getPathWhiteList,
  listWhite,
  removePathFromWhiteList,
  requireWhite,
} from "./white-list.server";
export {
  acceptProposal,
  findBatch,
  linesOfBatch,
  listBatches,
  rejectProposal,
  startBatch,
  steerBatch,
} from "./batches.server";
export { afterRoads, pathsOnWays, type TouchedPath } from "./after-roads.server";
