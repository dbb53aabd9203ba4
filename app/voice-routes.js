/** The pages of announcements that no declared room has.
 * @param {(path: string, file: string) => void} route */
export function voiceRoutes(route) {
  const voice = "domains/line-files/voice/routes";
  const url = "/voice/line-station-voice";
  route(url, `${voice}/list.tsx`);
  route(`${url}/:fileUuid`, `${voice}/voice.tsx`);
  for (const page of ["trip", "refresh"]) route(`${url}/:fileUuid/${page}`, `${voice}/${page}.tsx`);
  route(`${url}/:fileUuid/drawing`, `${voice}/drawing.ts`);
  for (const node of ["new", ":nodeUuid"]) route(`${url}/:fileUuid/nodes/${node}`, `${voice}/node.tsx`);
  route(`${url}/:fileUuid/nodes/:nodeUuid/delete`, `${voice}/node-delete.tsx`);
  const history = "domains/line-files/file-history/routes";
  route(`${url}-history`, `${history}/list.tsx`);
  route(`${url}-history/compare`, `${history}/compare.tsx`);
}
