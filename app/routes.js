import { declaredRooms, mountRooms } from "./room-pages.js";

const rooms = await declaredRooms();

/**
 * Every page URL, grouped by room; each line mounts one file of `app/`.
 * @param {(path: string, file: string) => void} route
 */
export function routes(route) {
  // Calls of other programs
  for (const path of ["/api/*", "/osm/*", "/base-api/*", "/user/*", "/logout"]) route(path, "api.route.ts");

  route("/api/openapi.json", "api-document.route.ts");
  route("/api-docs", "api-reader.route.tsx");

  // The frame: entry, session, tabs, the person's own pages
  const shell = "shell/routes";
  route("/", `${shell}/root-redirect.ts`);
  route("/login", `${shell}/login.tsx`);
  route("/search", "search.route.tsx");
  route("/sign-out", `${shell}/sign-out.ts`);
  route("/switch-session", `${shell}/switch-session.tsx`);
  route("/homepage", "homepage/homepage.route.tsx");
  route("/open-app", `${shell}/open-app.ts`);
  route("/modify-password", `${shell}/modify-password.tsx`);
  route("/personal-settings", `${shell}/personal-settings.tsx`);
  route("/avatar/:userId", `${shell}/avatar.ts`);
  route("/tabs", `${shell}/tabs.ts`);
  route("/shortcuts", `${shell}/shortcuts.ts`);
  route("/sidebar", `${shell}/sidebar.ts`);
  route("/list-columns", `${shell}/list-columns.ts`);
  route("/saved-filters", `${shell}/saved-filters.ts`);
  route("/401", `${shell}/unauthorised.tsx`);
  route("/*", `${shell}/not-found.tsx`);

  mountRooms(route, rooms);

  // Stations
  const stations = "domains/stations/routes";
  route("/station/station-management", `${stations}/list.tsx`);
  route("/station/station-management/new", `${stations}/edit.tsx`);
  route("/station/station-management/export", `${stations}/export.ts`);
  route("/station/station-management/bulk", `${stations}/bulk.tsx`);
  route("/station/station-management/nearby", `${stations}/nearby.ts`);
  route("/station/station-management/recycle", `${stations}/recycle.tsx`);
  route("/station/station-management/:staUuid", `${stations}/detail.tsx`);
  route("/station/station-management/:staUuid/edit", `${stations}/edit.tsx`);
  route("/station/station-management/:staUuid/delete", `${stations}/delete.tsx`);
  route("/station/station-management/:staUuid/history", `${stations}/history.tsx`);

  // Bus models
  const busModels = "domains/bus-models/routes";
  route("/model/bus-model", `${busModels}/list.tsx`);
  route("/model/bus-model/new", `${busModels}/edit.tsx`);
  route("/model/bus-model/export", `${busModels}/export.ts`);
  route("/model/bus-model/bulk", `${busModels}/bulk.tsx`);
  route("/model/bus-model/recycle", `${busModels}/recycle.tsx`);
  route("/model/bus-model/:modelUuid", `${busModels}/detail.tsx`);
  route("/model/bus-model/:modelUuid/edit", `${busModels}/edit.tsx`);
  route("/model/bus-model/:modelUuid/delete", `${busModels}/delete.tsx`);
  route("/model/bus-model/:modelUuid/history", `${busModels}/history.tsx`);

  // Device models
  const deviceModels = "domains/device-models/routes";
  route("/model/device-model", `${deviceModels}/list.tsx`);
  route("/model/device-model/new", `${deviceModels}/edit.tsx`);
  route("/model/device-model/export", `${deviceModels}/export.ts`);
  route("/model/device-model/bulk", `${deviceModels}/bulk.tsx`);
  route("/model/device-model/recycle", `${deviceModels}/recycle.tsx`);
  route("/model/device-model/:modelUuid", `${deviceModels}/detail.tsx`);
  route("/model/device-model/:modelUuid/edit", `${deviceModels}/edit.tsx`);
  route("/model/device-model/:modelUuid/delete", `${deviceModels}/delete.tsx`);
  route("/model/device-model/:modelUuid/history", `${deviceModels}/history.tsx`);

  // Fences
  const fences = "domains/fences/routes";
  route("/electronic-fence/electronic-fence-management", `${fences}/list.tsx`);
  route("/electronic-fence/electronic-fence-management/new", `${fences}/edit.tsx`);
  route("/electronic-fence/electronic-fence-management/map", `${fences}/map.tsx`);
  route("/electronic-fence/electronic-fence-management/export", `${fences}/export.ts`);
  route("/electronic-fence/electronic-fence-management/bulk", `${fences}/bulk.tsx`);
  route("/electronic-fence/electronic-fence-management/recycle", `${fences}/recycle.tsx`);
  route("/electronic-fence/electronic-fence-management/:fenceUuid", `${fences}/detail.tsx`);
  route("/electronic-fence/electronic-fence-management/:fenceUuid/edit", `${fences}/edit.tsx`);
  route("/electronic-fence/electronic-fence-management/:fenceUuid/delete", `${fences}/delete.tsx`);
  route("/electronic-fence/electronic-fence-management/:fenceUuid/history", `${fences}/history.tsx`);

  // Waiting areas
  const waiting = "domains/waiting-areas/routes";
  route("/electronic-fence/waiting-area", `${waiting}/list.tsx`);
  route("/electronic-fence/waiting-area/new", `${waiting}/edit.tsx`);
  route("/electronic-fence/waiting-area/export", `${waiting}/export.ts`);
  route("/electronic-fence/waiting-area/bulk", `${waiting}/bulk.tsx`);
  route("/electronic-fence/waiting-area/recycle", `${waiting}/recycle.tsx`);
  route("/electronic-fence/waiting-area/:waitUuid", `${waiting}/detail.tsx`);
  route("/electronic-fence/waiting-area/:waitUuid/edit", `${waiting}/edit.tsx`);
  route("/electronic-fence/waiting-area/:waitUuid/delete", `${waiting}/delete.tsx`);
  route("/electronic-fence/waiting-area/:waitUuid/history", `${waiting}/history.tsx`);

  // Lines
  const lines = "domains/lines/routes";
  route("/line/line-management", `${lines}/list.tsx`);
  route("/line/line-management/new", `${lines}/edit.tsx`);
  route("/line/line-management/export", `${lines}/export.ts`);
  route("/line/line-management/bulk", `${lines}/bulk.tsx`);
  route("/line/line-management/recycle", `${lines}/recycle.tsx`);
  route("/line/line-management/refresh", `${lines}/refresh.tsx`);
  route("/line/line-management/:lineUuid", `${lines}/detail.tsx`);
  route("/line/line-management/:lineUuid/drawing", `${lines}/drawing.ts`);
  route("/line/line-management/:lineUuid/edit", `${lines}/edit.tsx`);
  route("/line/line-management/:lineUuid/delete", `${lines}/delete.tsx`);
  route("/line/line-management/:lineUuid/stations", `${lines}/stations.tsx`);
  route("/line/line-management/:lineUuid/standby", `${lines}/standby.tsx`);
  route("/line/line-management/:lineUuid/standby/:standbyUuid", `${lines}/standby-edit.tsx`);
  route("/line/line-management/:lineUuid/standby/:standbyUuid/swap", `${lines}/standby-swap.tsx`);
  route("/line/line-management/:lineUuid/standby/:standbyUuid/delete", `${lines}/standby-delete.tsx`);
  route("/line/line-management/:lineUuid/params", `${lines}/params.tsx`);
  route("/line/line-management/:lineUuid/params/line", `${lines}/line-params.tsx`);
  route("/line/line-management/:lineUuid/params/version", `${lines}/version-params.tsx`);
  route("/line/line-management/:lineUuid/map", `${lines}/map.tsx`);
  route("/line/line-management/:lineUuid/route-between", `${lines}/route-between.ts`);
  route("/line/line-management/:lineUuid/around", `${lines}/around.ts`);
  route("/line/line-management/:lineUuid/match", `${lines}/match.tsx`);
  route("/line/line-management/:lineUuid/reference", `${lines}/reference.tsx`);
  route("/line/line-management/:lineUuid/reference/delete", `${lines}/reference-delete.tsx`);
  route("/line/line-management/:lineUuid/publish", `${lines}/publish.tsx`);
  route("/line/line-management/:lineUuid/discard", `${lines}/discard.tsx`);
  route("/line/line-management/:lineUuid/history", `${lines}/history.tsx`);
  route("/line/line-management/:lineUuid/versions", `${lines}/versions.tsx`);
  route("/line/line-management/:lineUuid/versions/plan", `${lines}/version-plan.tsx`);
  route("/line/line-management/:lineUuid/versions/submit", `${lines}/version-submit.tsx`);
  route("/line/line-management/:lineUuid/versions/return", `${lines}/version-return.tsx`);
  route("/line/line-management/:lineUuid/versions/day", `${lines}/version-day.tsx`);
  route("/line/line-management/:lineUuid/versions/withdraw", `${lines}/version-withdraw.tsx`);
  route("/line/line-management/:lineUuid/versions/end", `${lines}/version-end.tsx`);
  route("/line/line-management/:lineUuid/versions/base", `${lines}/version-base.tsx`);

  // Stations and lines from files
  const lineImports = "domains/line-imports/routes";
  route("/line/station-import", `${lineImports}/stations.tsx`);
  route("/line/station-import/:importId", `${lineImports}/station-import.tsx`);
  route("/line/station-import/:importId/cancel", `${lineImports}/cancel-station-import.tsx`);
  route("/line/station-import/:importId/problems", `${lineImports}/station-import-problems.ts`);
  route("/line/line-import", `${lineImports}/files.tsx`);
  route("/line/line-import/gtfs-export", `${lineImports}/gtfs-export.tsx`);
  route("/line/line-import/gtfs-export/download", `${lineImports}/gtfs-download.ts`);
  route("/line/line-import/:importId", `${lineImports}/file.tsx`);
  route("/line/line-import/:importId/choose", `${lineImports}/file-choose.tsx`);
  route("/line/line-import/:importId/cancel", `${lineImports}/file-cancel.tsx`);
  route("/line/line-import/:importId/retry", `${lineImports}/file-retry.ts`);

  // Variants of lines
  const lineVariants = "domains/line-variants/routes";
  route("/line/line-classify", `${lineVariants}/list.tsx`);
  route("/line/line-classify/new", `${lineVariants}/edit.tsx`);
  route("/line/line-classify/export", `${lineVariants}/export.ts`);
  route("/line/line-classify/bulk", `${lineVariants}/bulk.tsx`);
  route("/line/line-classify/recycle", `${lineVariants}/recycle.tsx`);
  route("/line/line-classify/compare", `${lineVariants}/compare.tsx`);
  route("/line/line-classify/:classifySid", `${lineVariants}/detail.tsx`);
  route("/line/line-classify/:classifySid/edit", `${lineVariants}/edit.tsx`);
  route("/line/line-classify/:classifySid/delete", `${lineVariants}/delete.tsx`);
  route("/line/line-classify/:classifySid/history", `${lineVariants}/history.tsx`);
  route("/line/line-classify/:classifySid/copy", `${lineVariants}/copy.tsx`);
  route("/line/line-classify/:classifySid/primary", `${lineVariants}/primary.tsx`);

  // Organisations
  const organisations = "domains/organisations/routes";
  route("/org/organization", `${organisations}/tree.tsx`);
  route("/org/organization/new", `${organisations}/edit.tsx`);
  route("/org/organization/export", `${organisations}/export.ts`);
  route("/org/organization/bulk", `${organisations}/bulk.tsx`);
  route("/org/organization/recycle", `${organisations}/recycle.tsx`);
  route("/org/organization/:orgId", `${organisations}/detail.tsx`);
  route("/org/organization/:orgId/edit", `${organisations}/edit.tsx`);
  route("/org/organization/:orgId/shift", `${organisations}/shift.ts`);
  route("/org/organization/:orgId/delete", `${organisations}/delete.tsx`);
  route("/org/organization/:orgId/history", `${organisations}/history.tsx`);

  // Dictionaries
  const dictionaries = "domains/dictionaries/routes";
  route("/dict/dictionary-configuration", `${dictionaries}/list.tsx`);
  route("/dict/dictionary-configuration/new", `${dictionaries}/edit.tsx`);
  route("/dict/dictionary-configuration/export", `${dictionaries}/export.ts`);
  route("/dict/dictionary-configuration/bulk", `${dictionaries}/bulk.tsx`);
  route("/dict/dictionary-configuration/recycle", `${dictionaries}/recycle.tsx`);
  route("/dict/dictionary-configuration/:dictId", `${dictionaries}/detail.tsx`);
  route("/dict/dictionary-configuration/:dictId/edit", `${dictionaries}/edit.tsx`);
  route("/dict/dictionary-configuration/:dictId/delete", `${dictionaries}/delete.tsx`);
  route("/dict/dictionary-configuration/:dictId/history", `${dictionaries}/history.tsx`);

  // Parameters
  const parameters = "domains/parameters/routes";
  route("/params/param-configuration", `${parameters}/list.tsx`);
  route("/params/param-configuration/new", `${parameters}/edit.tsx`);
  route("/params/param-configuration/export", `${parameters}/export.ts`);
  route("/params/param-configuration/bulk", `${parameters}/bulk.tsx`);
  route("/params/param-configuration/recycle", `${parameters}/recycle.tsx`);
  route("/params/param-configuration/:paramId", `${parameters}/detail.tsx`);
  route("/params/param-configuration/:paramId/edit", `${parameters}/edit.tsx`);
  route("/params/param-configuration/:paramId/delete", `${parameters}/delete.tsx`);
  route("/params/param-configuration/:paramId/history", `${parameters}/history.tsx`);

  // Paths of lines against the roads
  const checks = "domains/path-checks/routes";
  route("/line/line-tools", `${checks}/tools.tsx`);
  route("/line/line-tools/checks/:checkKey", `${checks}/check.tsx`);
  route("/line/line-tools/checks/:checkKey/accept", `${checks}/accept.tsx`);
  route("/line/line-tools/white-list", `${checks}/white-list.tsx`);
  route("/line/line-tools/white-list/:whiteUuid", `${checks}/white.tsx`);
  route("/line/line-tools/batches", `${checks}/batches.tsx`);
  route("/line/line-tools/batches/:batchId", `${checks}/batch.tsx`);

  // Roads of the map
  const roads = "domains/roads/routes";
  route("/map/data-down-load", `${roads}/rectangle.tsx`);
  route("/map/data-down-load/download", `${roads}/download.ts`);
  route("/map/data-down-load/import", `${roads}/upload.tsx`);
  route("/map/data-down-load/import/:importId", `${roads}/import.tsx`);
  route("/map/data-down-load/import/:importId/cancel", `${roads}/cancel.tsx`);
  route("/map/data-down-load/import/:importId/retry", `${roads}/retry.ts`);
  route("/map/tiles/:z/:x/:y", `${roads}/tile.ts`);

  // Modules
  const modules = "domains/modules/routes";
  route("/module/module-management", `${modules}/list.tsx`);
  route("/module/module-management/new", `${modules}/edit.tsx`);
  route("/module/module-management/export", `${modules}/export.ts`);
  route("/module/module-management/bulk", `${modules}/bulk.tsx`);
  route("/module/module-management/recycle", `${modules}/recycle.tsx`);
  route("/module/module-management/:moduleId", `${modules}/detail.tsx`);
  route("/module/module-management/:moduleId/edit", `${modules}/edit.tsx`);
  route("/module/module-management/:moduleId/delete", `${modules}/delete.tsx`);
  route("/module/module-management/:moduleId/history", `${modules}/history.tsx`);

  // Update logs
  const updateLogs = "domains/update-logs/routes";
  route("/update-log/update-log-management", `${updateLogs}/list.tsx`);
  route("/update-log/update-log-management/new", `${updateLogs}/edit.tsx`);
  route("/update-log/update-log-management/export", `${updateLogs}/export.ts`);
  route("/update-log/update-log-management/bulk", `${updateLogs}/bulk.tsx`);
  route("/update-log/update-log-management/recycle", `${updateLogs}/recycle.tsx`);
  route("/update-log/update-log-management/seen", `${updateLogs}/seen.ts`);
  route("/update-log/update-log-management/:logId", `${updateLogs}/detail.tsx`);
  route("/update-log/update-log-management/:logId/edit", `${updateLogs}/edit.tsx`);
  route("/update-log/update-log-management/:logId/delete", `${updateLogs}/delete.tsx`);
  route("/update-log/update-log-management/:logId/history", `${updateLogs}/history.tsx`);

  // Apps
  const apps = "domains/apps/routes";
  route("/system/app", `${apps}/list.tsx`);
  route("/system/app/new", `${apps}/edit.tsx`);
  route("/system/app/export", `${apps}/export.ts`);
  route("/system/app/bulk", `${apps}/bulk.tsx`);
  route("/system/app/recycle", `${apps}/recycle.tsx`);
  route("/system/app/:appId", `${apps}/detail.tsx`);
  route("/system/app/:appId/edit", `${apps}/edit.tsx`);
  route("/system/app/:appId/delete", `${apps}/delete.tsx`);
  route("/system/app/:appId/history", `${apps}/history.tsx`);

  // Where the buses are
  const monitor = "domains/monitor/routes";
  route("/bus/bus-monitor", `${monitor}/monitor.tsx`);
  route("/bus/bus-monitor/positions", `${monitor}/positions.ts`);

  // Tokens for device reports
  const reports = "domains/reports/routes";
  route("/device/device-management/report-tokens", `${reports}/list.tsx`);
  route("/device/device-management/report-tokens/new", `${reports}/new.tsx`);
  route("/device/device-management/report-tokens/:tokenId/end", `${reports}/end.tsx`);

  // What each role gives
  const roles = "domains/roles/routes";
  route("/system/role-resource", `${roles}/pick-role.tsx`);
  route("/system/role-resource/:roleId", `${roles}/resources.tsx`);

  // Which roles each user has
  const users = "domains/users/routes";
  route("/system/user-role", `${users}/pick-user.tsx`);
  route("/system/user-role/:userId", `${users}/roles.tsx`);
}
