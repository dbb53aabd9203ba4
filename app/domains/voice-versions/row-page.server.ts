import { problem } from "~/kit/ground/problem";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { refusePlace } from "./change-recipe.server";
import type { RowPlace } from "./recipe";
import type { VersionRow } from "./room";
import { RowAsked } from "./row-form";
import { requireVersion } from "./verbs.server";

/** The version and the row that a page's address names; one that the version cannot have is not there. */
export async function askedRow({ viewer, params, url }: ViewerCall): Promise<{ version: VersionRow; place: RowPlace }> {
  const version = await requireVersion(viewer, params.versionUuid ?? "");
  const asked = RowAsked.safeParse(Object.fromEntries(url.searchParams));
  if (!asked.success) throw problem.missing("配方的这一行");
  try {
    refusePlace(version, asked.data);
  } catch {
    throw problem.missing("配方的这一行");
  }
  return { version, place: asked.data };
}
