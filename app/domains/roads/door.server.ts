import { allows } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { type Door, doorStep, noFields, toldRow } from "~/kit/page/import-flow/doors";
import { startWithAttachments } from "~/kit/page/import-flow/import-calls.server";
import {
  cancelImport,
  confirmImport,
  findImport,
  mapImports,
  retryImport,
  startImport,
  undoImport,
} from "./imports.server";
import { may } from "./policy";
import { ConfirmForm, type ImportPreview } from "./schema";
import { importUrl } from "./urls";

export const mapDoor: Door = {
  life: mapImports,
  may: { read: may.read, write: may.import },
  titles: (viewer): Record<string, string> => (allows(viewer, may.read) ? { map: "地图数据" } : {}),
  href: importUrl,
  find: findImport,
  async tell(viewer, importId) {
    const { preview, result, state } = await findImport(viewer, importId);
    const counted = result ?? (preview && countsOf(preview));
    const { roads, turns, lines, stations } = counted ?? {};
    const parts = { 道路: roads, 转向限制: turns, 线路: lines, 站点: stations };
    const fresh = preview?.lines.counts.new ?? 0;
    const { problems = [], problemCount = 0 } = result ?? preview ?? {};
    const { keptCount, keptWays } = result?.undone ?? {};
    return {
      counts: [
        ...Object.entries(parts).flatMap(([what, counts]) =>
          counts ? [{ what, new: counts.new, changed: counts.changed, same: counts.unchanged }] : [],
        ),
        ...(keptCount === undefined ? [] : [{ what: "没有撤销的", kept: keptCount + keptWays! }]),
      ],
      questions:
        state === "preview" && fresh > 0
          ? [{ path: "orgId", message: `有 ${fresh} 条新线路，请给出所属的机构，或只导入道路（roadsOnly）` }]
          : [],
      problems: problems.map(({ ref, text }) => ({ where: ref, text })),
      problemCount,
    };
  },
  async rows(viewer, importId, kind, { page, size }) {
    const { preview, result } = await findImport(viewer, importId);
    const { problems = [] } = result ?? preview ?? {};
    const parts = preview
      ? ([
          ["线路", preview.lines],
          ["站点", preview.stations],
        ] as const)
      : [];
    const all =
      kind === (result ? "refused" : "wrong")
        ? problems.map(({ ref, text }) => toldRow(ref, { message: text }, null))
        : parts.flatMap(([title, { new: fresh, changed, unchanged }]) =>
            ({ new: fresh, changed, same: unchanged, wrong: [], folded: [], refused: [] })[kind].map(
              ({ name, detail }) => toldRow(name, { title, value: detail }, null),
            ),
          );
    return { list: all.slice((page - 1) * size, page * size), total: all.length };
  },
  start: doorStep(noFields, (viewer, fileUuids: readonly string[]) => {
    if (fileUuids.length > 1) throw problem.field("fileUuids", "地图一次导入一个文件");
    return startWithAttachments(viewer, fileUuids, "fileUuids", ([file]) => startImport(viewer, file!));
  }),
  confirm: doorStep(ConfirmForm, confirmImport),
  cancel: cancelImport,
  undo: undoImport,
  retry: retryImport,
};

const countsOf = ({ roads, turns, lines, stations }: ImportPreview) => ({
  roads,
  turns: turns?.counts,
  lines: lines.counts,
  stations: stations.counts,
});
