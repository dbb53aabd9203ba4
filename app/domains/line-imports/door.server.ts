import { allows, type Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { type Door, doorStep, noFields, type ToldImport, type ToldKind, toldRow } from "~/kit/page/import-flow/doors";
import { startWithAttachments } from "~/kit/page/import-flow/import-calls.server";
import type { Counts, Proposal } from "~/kit/page/import-flow/proposal";
import { chooseByCall, confirmFile, retryFile, startFile, undoFile } from "./files/file-imports.server";
import { CallChoices, ConfirmForm, countRows, type FileImport } from "./files/schema";
import { cancelImport, findImport, lineImports } from "./imports.server";
import { may } from "./policy";
import { type ImportKind, importKinds, type LineImportRow } from "./schema";
import { confirmStationImport, type StationImport } from "./stations/station-imports.server";
import { importUrl } from "./urls";

const kinds = Object.keys(importKinds) as ImportKind[];
const find = (viewer: Viewer, importId: string) => findImport<LineImportRow>(viewer, kinds, importId);
const isOfStations = (row: LineImportRow): row is StationImport => row.kind === "stations";

export const lineDoor: Door = {
  life: lineImports,
  may,
  titles: (viewer) =>
    allows(viewer, may.read)
      ? Object.fromEntries(Object.entries(importKinds).map(([kind, words]) => [`line.${kind}`, words]))
      : {},
  href: ({ kind, importId }) => importUrl({ kind: kind as ImportKind, importId }),
  find,
  async tell(viewer, importId) {
    const row = await find(viewer, importId);
    return isOfStations(row) ? tellStations(row) : tellFile(row as FileImport);
  },
  async rows(viewer, importId, kind, { page, size }) {
    const row = await find(viewer, importId);
    const all = isOfStations(row) ? rowsOfStations(row, kind) : rowsOfFile(row as FileImport, kind);
    return { list: all.slice((page - 1) * size, page * size), total: all.length };
  },
  start: doorStep(noFields, (viewer, fileUuids: readonly string[]) =>
    startWithAttachments(viewer, fileUuids, "fileUuids", (files) => startFile(viewer, files)),
  ),
  choose: doorStep(CallChoices, async (viewer, importId: string, asked) => {
    if (isOfStations(await find(viewer, importId)))
      throw problem.field("importUuid", "线路站点的导入请用 /api/station-import/v1.0/choose 选择");
    await chooseByCall(viewer, importId, asked);
  }),
  confirm: doorStep(ConfirmForm, async (viewer, importId: string, asked) =>
    isOfStations(await find(viewer, importId))
      ? confirmStationImport(viewer, importId)
      : confirmFile(viewer, importId, asked),
  ),
  cancel: cancelImport,
  async undo(viewer, importId) {
    if (isOfStations(await find(viewer, importId)))
      throw problem.field("importUuid", "线路站点导入到草稿，请在线路的草稿里撤销");
    await undoFile(viewer, importId);
  },
  retry: retryFile,
};

const told = ([what, counts]: readonly [string, Counts]) => ({
  what,
  new: counts.new,
  changed: counts.changed,
  same: counts.unchanged,
});

function tellFile({ preview, result, state }: FileImport): ToldImport {
  const comparison = preview?.comparison;
  const counted =
    result ??
    (comparison && {
      use: comparison.choice.use,
      lines: comparison.lines.counts,
      directions: comparison.directions,
      stations: comparison.stations?.counts,
    });
  const fresh = comparison?.choice.use === "lines" ? comparison.lines.counts.new : 0;
  const { problems = [], problemCount = 0 } = result ?? comparison ?? preview ?? {};
  const kept = result?.undone?.keptCount;
  return {
    counts: [
      ...(counted ? countRows(counted).map(told) : []),
      ...(kept === undefined ? [] : [{ what: "没有撤销的线路和站点", kept }]),
    ],
    questions:
      state !== "preview"
        ? []
        : comparison
          ? fresh > 0
            ? [{ path: "orgId", message: `有 ${fresh} 条新线路，请给出所属的机构` }]
            : []
          : [{ path: "crs", message: "请选择文件的坐标系（crs）和导入方式（use）" }],
    problems,
    problemCount,
  };
}

function rowsOfFile({ preview, result }: FileImport, kind: ToldKind) {
  const { comparison } = preview ?? {};
  const { problems = [] } = result ?? comparison ?? preview ?? {};
  if (kind === "wrong" || kind === "refused")
    return (kind === "refused") === (result !== null)
      ? problems.map(({ where, text }) => toldRow(where, { message: text }, null))
      : [];
  const list = listOf[kind];
  if (!comparison || !list) return [];
  const parts: [string, Proposal | undefined][] = [
    ["线路", comparison.lines],
    ["站点", comparison.stations],
  ];
  return parts.flatMap(([title, proposal]) =>
    (proposal?.[list] ?? []).map(({ name, detail }) => toldRow(name, { title, value: detail }, null)),
  );
}

const listOf: Partial<Record<ToldKind, "new" | "changed" | "unchanged">> = {
  new: "new",
  changed: "changed",
  same: "unchanged",
};

function tellStations({ preview, result, state }: StationImport): ToldImport {
  const { counts, problems = [] } = preview ?? {};
  const known = counts && counts.code + counts.name + counts.chosen;
  const isAsked = state === "preview" && counts && counts.errors > 0;
  return {
    counts: [
      ...(result
        ? [{ what: "站点", new: result.created.length }]
        : counts
          ? [{ what: "站点", new: counts.new, same: known, wrong: counts.errors }]
          : []),
    ],
    questions: isAsked ? [{ path: "columns", message: `还有 ${counts.errors} 处错误没有处理，不能导入` }] : [],
    problems: problems.map(({ row, column, message }) => ({ where: `第 ${row} 行 ${column}`.trim(), text: message })),
    problemCount: counts ? counts.errors + counts.warnings : 0,
  };
}

function rowsOfStations({ preview }: StationImport, kind: ToldKind) {
  if (kind === "wrong")
    return (preview?.problems ?? []).map(({ row, column, message }) => toldRow(column, { message }, row));
  if (kind !== "new" && kind !== "same") return [];
  const rows = (preview?.directions ?? []).flatMap(({ directionName, rows: of }) =>
    of.map((one) => ({ ...one, directionName })),
  );
  return rows
    .filter(({ how }) => (kind === "new" ? how === "new" : ["code", "name", "chosen"].includes(how)))
    .map((one) => toldRow(one.staSelfCode, { title: one.directionName, value: one.staName }, one.row));
}
