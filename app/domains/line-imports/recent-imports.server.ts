import { allows, type Viewer } from "~/kit/data/access/viewer";
import { lineOptions } from "~/domains/lines/queries.server";
import { sizeText } from "~/kit/data/files/size-text";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { countWaitingImports, listImports } from "./imports.server";
import { may } from "./policy";
import type { ImportKind } from "./schema";
import type { ListedImport } from "./tables";

/** The newest imports, and how many of the viewer's own wait to be confirmed. */
export async function importsOnPage(
  viewer: Viewer,
  kinds: readonly ImportKind[],
): Promise<{ imports: ListedImport[]; waiting: number }> {
  const [imports, waiting] = await Promise.all([
    recentImports(viewer, kinds),
    allows(viewer, may.write) ? countWaitingImports(viewer, kinds) : 0,
  ]);
  return { imports, waiting };
}

async function recentImports(viewer: Viewer, kinds: readonly ImportKind[]): Promise<ListedImport[]> {
  const [rows, lines] = await Promise.all([listImports(viewer, kinds), lineOptions(viewer)]);
  const names = new Map(lines.map(({ lineUuid, lineName }) => [lineUuid, lineName]));
  return rows.map(({ importId, kind, fileName, state, progress, createdByName, error, ...row }) => ({
    ...{ importId, kind, fileName, state, progress, createdByName, error },
    lineName: row.lineUuid ? (names.get(row.lineUuid) ?? "（已删除）") : "",
    size: sizeText(row.fileSize),
    created: formatTime(row.createdAt, settings().OPERATOR_TIME_ZONE),
  }));
}
