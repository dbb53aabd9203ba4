import { page } from "~/kit/page/http/page.server";
import { drawingOf } from "../picture.server";
import { may } from "~/domains/lines/policy";
import { shownVersion } from "../shown-version.server";

export const loader = page(may.read, async ({ viewer, url, params }) => {
  const { one, other } = await shownVersion(viewer, url, params);
  return Response.json(drawingOf(one, other));
});
