/** The pages of what is kept, exchanged and logged: attachments, sheets, logs.
 * @param {(path: string, file: string) => void} route */
export function exchangeRoutes(route) {
  for (const url of ["/log/change-audit", "/system/security-events"]) {
    const room = `domains/${url.split("/").at(-1)}/routes`;
    route(url, `${room}/list.tsx`);
    route(`${url}/export`, `${room}/export.ts`);
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
  for (const page of ["correct", "retry", "amended", "errors"])
    route(`/excel/import/:importId/${page}`, `${sheets}/${page}.ts`);
  route("/excel/list", `${sheets}/list.tsx`);
  route("/excel/log", `${sheets}/log.tsx`);
  route("/excel/log/export", `${sheets}/log-export.ts`);
  route("/excel/log/:importId", `${sheets}/log-record.tsx`);
  const logs = "domains/logs/routes";
  for (const list of ["feature-visit", "system-task", "user-login", "analysis"]) {
    route(`/log/${list}`, `${logs}/${list}.tsx`);
    route(`/log/${list}/export`, `${logs}/${list}-export.ts`);
  }
}
