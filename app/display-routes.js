const displays = "domains/displays/routes";

/** @param {(path: string, file: string) => void} route */
export function displayRoutes(route) {
  route("/display", `${displays}/wall.tsx`);
  route("/bus/displays", `${displays}/list.tsx`);
  route("/bus/displays/new", `${displays}/new.tsx`);
  route("/bus/displays/:displayId/end", `${displays}/end.tsx`);
}
