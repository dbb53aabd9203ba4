export { lineImports } from "./imports.server";
export { applyBusRoutes } from "./network/apply-network.server";
export { previewBusRoutes } from "./network/preview-network.server";
export { importUrl } from "./urls";
