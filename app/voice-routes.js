/** The pages of announcements that no room of the list has.
 * @param {(path: string, file: string) => void} route */
export function voiceRoutes(route) {
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
  for (const page of ["edit", "copy", "draft", "refresh", "ungenerate", "delete", "history"])
    route(`${kept}/:fileUuid/${page}`, `${files}/${page}.tsx`);
  route(`${kept}/:fileUuid/package`, `${files}/package.ts`);

  const voice = "domains/line-files/voice/routes";
  const url = "/voice/line-station-voice";
  route(url, `${voice}/list.tsx`);
  route(`${url}/completeness`, "domains/line-files/checks/routes/list.tsx");
  route(`${url}/:fileUuid`, `${voice}/voice.tsx`);
  route(`${url}/:fileUuid/trip`, `${voice}/trip.tsx`);
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
  for (const verb of ["start", "pause", "resume", "cancel"])
    route(`${issue}/:taskUuid/${verb}`, `${tasks}/routes/change.tsx`);
  for (const verb of ["retry", "cancel-details"])
    route(`${issue}/:taskUuid/${verb}`, `${tasks}/routes/change-details.tsx`);
  for (const page of ["delete", "history", "left-out"])
    route(`${issue}/:taskUuid/${page}`, `${tasks}/routes/${page}.tsx`);
  route(`${issue}/:taskUuid/download`, `${tasks}/routes/download.ts`);
}
