import type { ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { versionInWords } from "~/domains/lines/choices";
import { requireVariant, type Variant, type VersionRow } from "./queries.server";
import { variantAsked } from "./shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { livingVersions } from "./versions.server";

/** The version that a page's address names, with its variant and the others; where it names none the person is led to choose one. */
export async function askedVersion({
  viewer,
  request,
  url,
  params,
}: ViewerCall): Promise<{ variant: Variant; versions: VersionRow[]; row: VersionRow; named: string }> {
  const { versionUuid, ...name } = variantAsked(url, params);
  const variant = await requireVariant(viewer, name);
  if (!versionUuid) throw await redirectWith(request, "请先选择一个版本", variantUrl(variant, "versions"), "warning");
  const versions = await livingVersions(variant, versionUuid);
  const row = versions.find((one) => one.versionUuid === versionUuid)!;
  return { variant, versions, row, named: versionInWords(row) };
}
