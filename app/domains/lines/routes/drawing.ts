import { page } from "~/kit/page/http/page.server";
import { drawingOf } from "../picture.server";
import { may } from "../policy";
import { shownVersion } from "../shown-version.server";

/** One direction of a line as the live map wants it; the same query as the page's own. */
export const loader = page(may.read, async ({ viewer, url, params }) => {
  const { one, other } = await shownVersion(viewer, url, params);
  return Response.json(drawingOf(one, other));
});
