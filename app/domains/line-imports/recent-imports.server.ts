import { allows, type Viewer } from "~/kit/data/access/viewer";
import { lineOptions } from "~/domains/lines/queries.server";
import { showFile } from "~/kit/page/import-flow/shown-file.server";
import { countWaitingImports, listImports } from "./imports.server";
import { may } from "./policy";
import type { ImportKind } from "./schema";
import type { ListedImport } from "./tables";

export async function importsOnPage(
  viewer: Viewer,
  kinds: readonly ImportKind[],
): Promise<{ imports: ListedImport[]; waiting: number }> {
  const [rows, lines, waiting] = await Promise.all([
    listImports(viewer, kinds),
    lineOptions(viewer),
    allows(viewer, may.write) ? countWaitingImports(viewer, kinds) : 0,
  ]);
  const names = new Map(lines.map(({ lineUuid, lineName }) => [lineUuid, lineName]));
  const imports = rows.map((row) => ({
    ...showFile(row),
    lineName: row.lineUuid ? (names.get(row.lineUuid) ?? "（已删除）") : "",
  }));
  return { imports, waiting };
}
