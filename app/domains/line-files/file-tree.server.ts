import type { Viewer } from "~/kit/data/access/viewer";
import { within } from "~/kit/data/access/scope.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { listStandings, type VariantStanding } from "./standing.server";
import { organisationsAbove } from "./tree.server";
import { sourceParts, type Standing, standings } from "./words";

/** A branch or leaf of the tree of files; only variants have a standing. */
export interface TreeRow {
  key: string;
  above: string | null;
  name: string;
  found: string;
  note: string;
  classifySid: string | null;
  fileUuid: string | null;
  draftUuid: string | null;
  fileVersion: string | null;
  generated: string;
  buses: number | null;
  standing: Standing | null;
  /** What has changed since it was generated, and since when. */
  changed: string;
}

/** Organisations, lines and variants with the state of their files; counts are of all, rows of those wanted. */
export async function fileTree(viewer: Viewer, wanted?: Standing) {
  const all = await listStandings(viewer);
  const shown = all.filter((one) => !wanted || one.standing === wanted || (wanted === "draft" && one.draftUuid));
  const counts = Object.fromEntries(
    standings.map(({ value }) => [
      value,
      all.filter((one) => one.standing === value || (value === "draft" && one.draftUuid)).length,
    ]),
  ) as Record<Standing, number>;
  const touched = new Map(
    all.filter(({ standing }) => standing === "outdated").map((one) => [one.lineUuid, one.buses]),
  );
  return {
    rows: await rowsOf(viewer, shown),
    counts,
    total: all.length,
    lines: touched.size,
    buses: [...touched.values()].reduce((sum, count) => sum + count, 0),
  };
}

async function rowsOf(viewer: Viewer, variants: readonly VariantStanding[]): Promise<TreeRow[]> {
  const above = await organisationsAbove([...new Set(variants.map(({ orgId }) => orgId))]);
  const lines = new Map(variants.map((one) => [one.lineUuid, one]));
  return [
    ...above
      .filter(({ orgId }) => within(viewer, orgId))
      .map(({ orgId, orgPid, orgName }) => ({ ...branch, key: orgId, above: orgPid, name: orgName })),
    ...[...lines.values()].map(({ lineUuid, lineName, orgId, initials, buses }) => ({
      ...branch,
      key: lineUuid,
      above: orgId,
      name: lineName,
      found: initials,
      buses,
      note: noteOf(lineUuid, variants),
    })),
    ...variants.map(variantRow),
  ];
}

const branch = {
  found: "",
  note: "",
  classifySid: null,
  fileUuid: null,
  draftUuid: null,
  fileVersion: null,
  generated: "",
  buses: null,
  standing: null,
  changed: "",
};

/** What of a closed branch needs looking at. */
function noteOf(lineUuid: string, variants: readonly VariantStanding[]): string {
  const own = variants.filter((one) => one.lineUuid === lineUuid);
  return standings
    .map(({ value, label }): [string, number] => [label, own.filter(({ standing }) => standing === value).length])
    .flatMap(([label, count]) => (count > 0 ? [own.length === 1 ? label : `${label} ${count}`] : []))
    .join("，");
}

function variantRow(variant: VariantStanding): TreeRow {
  const zone = settings().OPERATOR_TIME_ZONE;
  const { classifySid, classifyName, lineUuid, generatedAt, changed, since } = variant;
  const parts = changed.map((part) => sourceParts[part]).join("、");
  return {
    key: classifySid,
    above: lineUuid,
    name: classifyName,
    found: "",
    note: "",
    classifySid,
    buses: null,
    fileUuid: variant.fileUuid,
    draftUuid: variant.draftUuid,
    fileVersion: variant.fileVersion,
    standing: variant.standing,
    generated: generatedAt ? formatTime(generatedAt, zone) : "",
    changed: parts && `${parts}有变化${since ? `（${formatTime(since, zone).slice(5)} 起）` : ""}`,
  };
}
