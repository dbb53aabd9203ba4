/** The pages of announcements that no room of the list has.
 * @param {(path: string, file: string) => void} route */
export function voiceRoutes(route) {
  const files = "domains/line-files/routes";
  const kept = "/voice/file-management";
  route(kept, `${files}/list.tsx`);
  route(`${kept}/new`, `${files}/new.tsx`);
  route(`${kept}/batches`, `${files}/batches.tsx`);
  route(`${kept}/batches/:batchUuid`, `${files}/batch.tsx`);
  route(`${kept}/:fileUuid`, `${files}/detail.tsx`);
  for (const page of ["edit", "copy", "draft", "refresh", "ungenerate", "delete", "history"])
    route(`${kept}/:fileUuid/${page}`, `${files}/${page}.tsx`);
  route(`${kept}/:fileUuid/package`, `${files}/package.ts`);
}
