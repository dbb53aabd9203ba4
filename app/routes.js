import { declaredRooms, mountRooms, objectsOf } from "./room-pages.js";

const rooms = await declaredRooms();

/** Where one record's pages lie, and the layout that they stand in: its head, its tabs, and what a page of it could not do. */
export const objects = [
  ...objectsOf(rooms),
  { path: "/line/line-management/:lineUuid", layout: "domains/lines/routes/line.tsx" },
  // One object in two menus.
  { path: "/voice/file-management/:fileUuid", layout: "domains/line-files/routes/file.tsx" },
  { path: "/voice/line-station-voice/:fileUuid", layout: "domains/line-files/routes/file.tsx" },
  { path: "/voice/issue-task/:taskUuid", layout: "domains/issue-tasks/routes/task.tsx" },
  { path: "/line/line-classify/:classifySid", layout: "domains/line-variants/routes/variant.tsx" },
];

/**
 * Every page URL, grouped by room; each line mounts one file of `app/`.
 * @param {(path: string, file: string) => void} route
 */
export function routes(route) {
  // Calls of other programs
  for (const path of ["/api/*", "/osm/*", "/base-api/*", "/user/*", "/logout"]) route(path, "calls/call.route.ts");
  for (const family of ["audio-type", "catalog", "multi-info", "multi-task", "multi-task-detail"])
    route(`/line-file-${family}/*`, "calls/call.route.ts");
  route("/node/*", "calls/call.route.ts");

  route("/api/openapi.json", "calls/document.route.ts");
  route("/api-docs", "calls/reader.route.tsx");

  // The frame: entry, session, tabs, the person's own pages
  const shell = "shell/routes";
  route("/", `${shell}/root-redirect.ts`);
  route("/login", `${shell}/login.tsx`);
  route("/login/code", `${shell}/login-code.tsx`);
  route("/confirm-password", `${shell}/confirm-password.tsx`);
  route("/search", "search/search.route.tsx");
  route("/search/palette", "search/palette.route.ts");
  route("/help", "help/index.route.tsx");
  route("/help/:helpPage", "help/page.route.tsx");
  route("/sign-out", `${shell}/sign-out.ts`);
  route("/switch-session", `${shell}/switch-session.tsx`);
  route("/homepage", "homepage/homepage.route.tsx");
  for (const board of ["fleet", "network", "voice"]) route(`/homepage/${board}`, "homepage/boards/board.route.tsx");
  route("/open-app", `${shell}/open-app.ts`);
  route("/modify-password", `${shell}/modify-password.tsx`);
  route("/second-factor", `${shell}/second-factor.tsx`);
  route("/second-factor/renew", `${shell}/second-factor-renew.tsx`);
  route("/second-factor/off", `${shell}/second-factor-off.tsx`);
  route("/second-factor/recovery-codes", `${shell}/recovery-codes.tsx`);
  route("/my-sessions", `${shell}/my-sessions.tsx`);
  route("/my-uploads", `${shell}/my-uploads.tsx`);
  route("/personal-settings", `${shell}/personal-settings.tsx`);
  route("/avatar/:userId", `${shell}/avatar.ts`);
  route("/tabs", `${shell}/tabs.ts`);
  route("/shortcuts", `${shell}/shortcuts.ts`);
  route("/sidebar", `${shell}/sidebar.ts`);
  route("/list-columns", `${shell}/list-columns.ts`);
  route("/saved-filters", `${shell}/saved-filters.ts`);
  route("/page-speed", "domains/logs/routes/page-speed.ts");
  route("/healthz", `${shell}/health.ts`);
  route("/401", `${shell}/unauthorised.tsx`);
  route("/*", `${shell}/not-found.tsx`);

  mountRooms(route, rooms);
  route("/voice/voice-library/import/:importId", "domains/audio-clips/routes/import-journey.tsx");
  route("/voice/voice-library/import/:importId/cancel", "domains/audio-clips/routes/import-cancel.tsx");

  const readings = "domains/stations/readings/routes";
  route("/station/station-management/readings", `${readings}/list.tsx`);
  route("/station/station-management/:staUuid/name-sound", `${readings}/sound.ts`);

  const lines = "domains/lines/routes";
  const lineVersions = "domains/line-versions/routes";
  const lineMatching = "domains/line-matching/routes";
  const lineEditor = "domains/line-editor/routes";
  route("/line/line-management", `${lines}/list.tsx`);
  route("/line/line-management/new", `${lines}/edit.tsx`);
  route("/line/line-management/export", `${lines}/export.ts`);
  route("/line/line-management/bulk", `${lines}/bulk.tsx`);
  route("/line/line-management/batch/:batchId", `${lines}/batch.tsx`);
  route("/line/line-management/recycle", `${lines}/recycle.tsx`);
  route("/line/line-management/refresh", `${lineVersions}/refresh.tsx`);
  route("/line/line-management/scenario", `${lineVersions}/scenario.tsx`);
  route("/line/line-management/:lineUuid", `${lineVersions}/detail.tsx`);
  route("/line/line-management/:lineUuid/drawing", `${lineVersions}/drawing.ts`);
  route("/line/line-management/:lineUuid/voice", "domains/line-files/routes/line-voice.tsx");
  route("/line/line-management/:lineUuid/announced", "domains/issue-tasks/announced/routes/line.tsx");
  route("/line/line-management/:lineUuid/edit", `${lines}/edit.tsx`);
  route("/line/line-management/:lineUuid/delete", `${lines}/delete.tsx`);
  route("/line/line-management/:lineUuid/stations", `${lineEditor}/stations.tsx`);
  route("/line/line-management/:lineUuid/stations/export", `${lineVersions}/stations-export.ts`);
  route("/line/line-management/:lineUuid/standby", `${lineVersions}/standby.tsx`);
  route("/line/line-management/:lineUuid/standby/:standbyUuid", `${lineVersions}/standby-edit.tsx`);
  route("/line/line-management/:lineUuid/standby/:standbyUuid/swap", `${lineVersions}/standby-swap.tsx`);
  route("/line/line-management/:lineUuid/standby/:standbyUuid/delete", `${lineVersions}/standby-delete.tsx`);
  route("/line/line-management/:lineUuid/params", `${lineVersions}/params.tsx`);
  route("/line/line-management/:lineUuid/params/line", `${lineVersions}/line-params.tsx`);
  route("/line/line-management/:lineUuid/params/version", `${lineVersions}/version-params.tsx`);
  route("/line/line-management/:lineUuid/map", `${lineEditor}/map.tsx`);
  route("/line/line-management/:lineUuid/route-between", `${lineEditor}/route-between.ts`);
  route("/line/line-management/:lineUuid/around", `${lineEditor}/around.ts`);
  route("/line/line-management/:lineUuid/match", `${lineMatching}/match.tsx`);
  route("/line/line-management/:lineUuid/reference", `${lineMatching}/reference.tsx`);
  route("/line/line-management/:lineUuid/reference/delete", `${lineMatching}/reference-delete.tsx`);
  route("/line/line-management/:lineUuid/reviewed", `${lineVersions}/reviewed.tsx`);
  route("/line/line-management/:lineUuid/publish", `${lineVersions}/publish.tsx`);
  route("/line/line-management/:lineUuid/discard", `${lineVersions}/discard.tsx`);
  route("/line/line-management/:lineUuid/buses", "domains/buses/routes/of-line.tsx");
  route("/line/line-management/:lineUuid/history", `${lineVersions}/history.tsx`);
  route("/line/line-management/:lineUuid/versions", `${lineVersions}/versions.tsx`);
  route("/line/line-management/:lineUuid/versions/plan", `${lineVersions}/version-plan.tsx`);
  route("/line/line-management/:lineUuid/versions/submit", `${lineVersions}/version-submit.tsx`);
  route("/line/line-management/:lineUuid/versions/return", `${lineVersions}/version-return.tsx`);
  route("/line/line-management/:lineUuid/versions/day", `${lineVersions}/version-day.tsx`);
  route("/line/line-management/:lineUuid/versions/withdraw", `${lineVersions}/version-withdraw.tsx`);
  route("/line/line-management/:lineUuid/versions/end", `${lineVersions}/version-end.tsx`);
  route("/line/line-management/:lineUuid/versions/base", `${lineVersions}/version-base.tsx`);

  const lineImports = "domains/line-imports/routes";
  route("/line/station-import", `${lineImports}/stations.tsx`);
  for (const imports of ["station-import", "line-import"]) {
    route(`/line/${imports}/cancel-waiting`, `${lineImports}/cancel-waiting.tsx`);
    route(`/line/${imports}/:importId/cancel`, `${lineImports}/cancel.tsx`);
  }
  route("/line/station-import/:importId", `${lineImports}/station-import.tsx`);
  route("/line/station-import/:importId/problems", `${lineImports}/station-import-problems.ts`);
  route("/line/line-import", `${lineImports}/files.tsx`);
  route("/line/line-import/gtfs-export", `${lineImports}/gtfs-export.tsx`);
  route("/line/line-import/gtfs-export/download", `${lineImports}/gtfs-download.ts`);
  for (const way of ["upload", "upload/:uploadId"]) route(`/line/line-import/${way}`, `${lineImports}/pieces.ts`);
  route("/line/line-import/:importId", `${lineImports}/file.tsx`);
  route("/line/line-import/:importId/choose", `${lineImports}/file-choose.tsx`);
  route("/line/line-import/:importId/undo", `${lineImports}/file-undo.tsx`);
  route("/line/line-import/:importId/plan", `${lineImports}/file-plan.ts`);
  route("/line/line-import/:importId/retry", `${lineImports}/file-retry.ts`);

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

  const checks = "domains/path-checks/routes";
  route("/line/line-tools", `${checks}/tools.tsx`);
  route("/line/line-tools/checks/:checkKey", `${checks}/check.tsx`);
  route("/line/line-tools/checks/:checkKey/accept", `${checks}/accept.tsx`);
  route("/line/line-tools/white-list", `${checks}/white-list.tsx`);
  route("/line/line-tools/white-list/:whiteUuid", `${checks}/white.tsx`);
  route("/line/line-tools/batches", `${checks}/batches.tsx`);
  route("/line/line-tools/batches/:batchId", `${checks}/batch.tsx`);

  const roads = "domains/roads/routes";
  route("/map/data-down-load", `${roads}/rectangle.tsx`);
  route("/map/data-down-load/download", `${roads}/download.ts`);
  route("/map/data-down-load/import", `${roads}/upload.tsx`);
  for (const way of ["upload", "upload/:uploadId"]) route(`/map/data-down-load/import/${way}`, `${roads}/pieces.ts`);
  route("/map/data-down-load/import/:importId", `${roads}/import.tsx`);
  route("/map/data-down-load/import/:importId/cancel", `${roads}/cancel.tsx`);
  route("/map/data-down-load/import/:importId/undo", `${roads}/undo.tsx`);
  route("/map/data-down-load/import/:importId/retry", `${roads}/retry.ts`);
  route("/map/tiles/:z/:x/:y", `${roads}/tile.ts`);

  const monitor = "domains/monitor/routes";
  route("/bus/bus-monitor", `${monitor}/monitor.tsx`);
  route("/bus/bus-monitor/positions", `${monitor}/positions.ts`);

  displayRoutes(route);

  const reports = "domains/reports/routes";
  route("/device/device-management/report-tokens", `${reports}/list.tsx`);
  route("/device/device-management/report-tokens/new", `${reports}/new.tsx`);
  route("/device/device-management/report-tokens/:tokenId/end", `${reports}/end.tsx`);

  linkRoutes(route);
  exchangeRoutes(route);
  voiceRoutes(route);

  // What each role may do, and which roles each user has
  const roles = "domains/roles/routes";
  route("/system/role-resource", `${roles}/pick-role.tsx`);
  route("/system/role-resource/:roleId", `${roles}/resources.tsx`);
  const users = "domains/users/routes";
  route("/system/user-role", `${users}/pick-user.tsx`);
  route("/system/user-role/:userId", `${users}/roles.tsx`);

  route("/system/running-state", "domains/running-state/routes/state.tsx");
  route("/system/login-lock", "domains/login-locks/routes/list.tsx");
}

const displays = "domains/displays/routes";

/** @param {(path: string, file: string) => void} route */
function displayRoutes(route) {
  route("/display", `${displays}/wall.tsx`);
  route("/bus/displays", `${displays}/list.tsx`);
  route("/bus/displays/new", `${displays}/new.tsx`);
  route("/bus/displays/:displayId/end", `${displays}/end.tsx`);
}

/** Lists that are only read, with their exports; what they show stands in `lists.server.ts` of their folders. */
const readOnlyLists = [
  "/electronic-fence/fence-events",
  "/excel/log",
  "/log/change-audit",
  "/log/feature-visit",
  "/log/system-task",
  "/log/user-login",
  "/system/security-events",
];

/** The pages of what is kept, exchanged and logged: attachments, sheets, logs.
 * @param {(path: string, file: string) => void} route */
function exchangeRoutes(route) {
  for (const url of readOnlyLists) {
    route(url, "kit/room/routes/read-only-list.tsx");
    route(`${url}/export`, "kit/room/routes/read-only-export.ts");
  }

  const attachments = "domains/attachments/routes";
  const kept = "/attachment/attachment-management";
  route(kept, `${attachments}/list.tsx`);
  for (const page of ["new", "bulk"]) route(`${kept}/${page}`, `${attachments}/${page}.tsx`);
  for (const way of ["upload", "upload/:uploadId"]) route(`${kept}/${way}`, `${attachments}/pieces.ts`);
  route(`${kept}/export`, `${attachments}/export.ts`);
  route(`${kept}/:fileUuid`, `${attachments}/detail.tsx`);
  for (const way of ["content", "download"]) route(`${kept}/:fileUuid/${way}`, `${attachments}/${way}.ts`);

  const sheets = "domains/sheet-imports/routes";
  route("/excel/import", `${sheets}/import.tsx`);
  for (const file of ["template", "export"]) route(`/excel/import/${file}`, `${sheets}/${file}.ts`);
  for (const way of ["upload", "upload/:uploadId"]) route(`/excel/import/${way}`, `${sheets}/pieces.ts`);
  route("/excel/import/:importId", `${sheets}/journey.tsx`);
  for (const page of ["columns", "cancel", "undo"]) route(`/excel/import/:importId/${page}`, `${sheets}/${page}.tsx`);
  for (const page of ["also", "correct", "retry", "amended", "errors"])
    route(`/excel/import/:importId/${page}`, `${sheets}/${page}.ts`);
  route("/excel/list", `${sheets}/list.tsx`);
  route("/excel/log/:importId", `${sheets}/log-record.tsx`);
  route("/log/analysis", "domains/logs/routes/analysis.tsx");
  route("/log/analysis/export", "domains/logs/routes/analysis-export.ts");
}

/** @param {(path: string, file: string) => void} route */
function linkRoutes(route) {
  route("/electronic-fence/fence-events/:eventUuid", "domains/vehicle-events/routes/detail.tsx");
  route("/electronic-fence/fence-events/:eventUuid/acknowledge", "domains/vehicle-events/routes/acknowledge.tsx");
  const link = "domains/device-link/routes";
  const linkTokens = "/device/device-management/link-tokens";
  route(linkTokens, `${link}/tokens.tsx`);
  route(`${linkTokens}/new`, `${link}/new-tokens.tsx`);
  const deviceLink = "/device/device-management/:devUuid/link";
  route(deviceLink, `${link}/device.tsx`);
  route(`${deviceLink}/token`, `${link}/make-token.tsx`);
  route(`${deviceLink}/end`, `${link}/end-token.tsx`);
  route(`${deviceLink}/release`, `${link}/release-terminal.tsx`);
}

/** The pages of announcements that no room of the list has.
 * @param {(path: string, file: string) => void} route */
function voiceRoutes(route) {
  const files = "domains/line-files/routes";
  const kept = "/voice/file-management";
  route(kept, `${files}/list.tsx`);
  route(`${kept}/new`, `${files}/new.tsx`);
  route(`${kept}/batches`, `${files}/batches.tsx`);
  route(`${kept}/batches/:batchUuid`, `${files}/batch.tsx`);
  const multi = "domains/multi-files/routes";
  route(`${kept}/catalog`, `${multi}/catalog.tsx`);
  route(`${kept}/files`, `${multi}/list.tsx`);
  route(`${kept}/files/new`, `${multi}/new.tsx`);
  for (const way of ["upload", "upload/:uploadId"]) route(`${kept}/files/${way}`, `${multi}/pieces.ts`);
  route(`${kept}/files/:multiUuid`, `${multi}/detail.tsx`);
  route(`${kept}/files/:multiUuid/delete`, `${multi}/delete.tsx`);
  route(`${kept}/files/:multiUuid/download`, `${multi}/download.ts`);
  route(`${kept}/:fileUuid`, `${files}/detail.tsx`);
  for (const page of ["edit", "copy", "draft", "refresh", "ungenerate", "delete", "history", "voices"])
    route(`${kept}/:fileUuid/${page}`, `${files}/${page}.tsx`);
  route(`${kept}/:fileUuid/listen`, "domains/line-files/listening/routes/listen.tsx");
  route(`${kept}/:fileUuid/package`, `${files}/package.ts`);

  const voice = "domains/line-files/voice/routes";
  const url = "/voice/line-station-voice";
  route(url, `${voice}/list.tsx`);
  route(`${url}/completeness`, "domains/line-files/checks/routes/list.tsx");
  route(`${url}/:fileUuid`, `${voice}/voice.tsx`);
  route(`${url}/:fileUuid/trip`, `${voice}/trip.tsx`);
  route(`${url}/:fileUuid/sound`, "domains/line-files/listening/routes/sound.ts");
  route(`${url}/:fileUuid/drawing`, `${voice}/drawing.ts`);
  for (const node of ["new", ":nodeUuid"]) route(`${url}/:fileUuid/nodes/${node}`, `${voice}/node.tsx`);
  route(`${url}/:fileUuid/nodes/:nodeUuid/delete`, `${voice}/node-delete.tsx`);

  const history = "domains/line-files/file-history/routes";
  route(`${url}-history`, `${history}/list.tsx`);
  route(`${url}-history/compare`, `${history}/compare.tsx`);

  const tasks = "domains/issue-tasks";
  const issue = "/voice/issue-task";
  route(issue, `${tasks}/routes/list.tsx`);
  route(`${issue}/new`, `${tasks}/drafts/routes/new.tsx`);
  for (const step of ["files", "whom", "how", "confirm"])
    route(`${issue}/new/:draftUuid/${step}`, `${tasks}/drafts/routes/${step}.tsx`);
  route(`${issue}/announced`, `${tasks}/announced/routes/list.tsx`);
  route(`${issue}/announced/export`, `${tasks}/announced/routes/export.ts`);
  route(`${issue}/announced/lines`, `${tasks}/announced/routes/lines.tsx`);
  route(`${issue}/details/:detailUuid`, `${tasks}/routes/vehicle.tsx`);
  route(`${issue}/:taskUuid`, `${tasks}/routes/detail.tsx`);
  for (const verb of ["approve", "start", "pause", "resume", "cancel"])
    route(`${issue}/:taskUuid/${verb}`, `${tasks}/routes/change.tsx`);
  for (const verb of ["retry", "cancel-details"])
    route(`${issue}/:taskUuid/${verb}`, `${tasks}/routes/change-details.tsx`);
  for (const page of ["delete", "history", "left-out"])
    route(`${issue}/:taskUuid/${page}`, `${tasks}/routes/${page}.tsx`);
  route(`${issue}/:taskUuid/download`, `${tasks}/routes/download.ts`);
}
