/** @param {(path: string, file: string) => void} route */
export function linkRoutes(route) {
  const fenceEvents = "domains/fence-events/routes";
  route("/electronic-fence/fence-events", `${fenceEvents}/list.tsx`);
  route("/electronic-fence/fence-events/export", `${fenceEvents}/export.ts`);
  route("/electronic-fence/fence-events/:eventUuid", `${fenceEvents}/detail.tsx`);
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
