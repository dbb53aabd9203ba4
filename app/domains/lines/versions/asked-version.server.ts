import type { PageCall } from "~/kernel/access/page.server";
import type { Viewer } from "~/kernel/access/viewer";
import { problem } from "~/kernel/http/problem";
import { versionInWords } from "../choices";
import { requireVariant, type Variant, versionsOf, type VersionRow } from "../queries.server";
import { variantAsked } from "../shown-version.server";

/** The version that a page's address names, with its variant and the others; throws problem.missing. */
export async function askedVersion(viewer: Viewer, url: URL, params: PageCall["params"]): Promise<{ variant: Variant; versions: VersionRow[]; row: VersionRow; named: string }> {
  const { versionUuid, ...name } = variantAsked(url, params);
  const variant = await requireVariant(viewer, name);
  const versions = await versionsOf(variant.classifySid);
  const row = versions.find((one) => one.versionUuid === versionUuid);
  if (!row) throw problem.missing("线路版本");
  return { variant, versions, row, named: versionInWords(row) };
}
