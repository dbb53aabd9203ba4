import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { ImportKey, ImportReply, startWithAttachments, tellImport } from "~/kit/page/import-flow/import-calls.server";
import { cancelImport, listImports } from "../imports.server";
import { may } from "../policy";
import { ChoicesForm, GivenColumns, StartForm } from "./choices";
import { StationResult, PreviewReply } from "./preview";
import { confirmStationImport, findStationImport, previewAgain, startStationImport } from "./station-imports.server";

const { direction, crs, sheet, headerRow, near, prefix } = ChoicesForm.shape;
const picks = z.record(
  z.string().regex(/^\d{1,6}$/, "请给出行号"),
  z.union([recordKey, z.literal("new")], "请给出站点主键，或 new 表示新建"),
);
const Changes = ImportKey.extend({
  direction: direction.optional(),
  crs: crs.optional(),
  sheet,
  headerRow: headerRow.unwrap().optional(),
  near: near.optional(),
  prefix: prefix.unwrap().optional(),
  columns: GivenColumns.optional(),
  picks: picks.optional().describe("按行号选定的站点"),
});

const Detail = ImportReply.extend({
  choices: z.object({
    direction,
    crs,
    sheet: z.string().nullable(),
    headerRow: z.number(),
    near: z.number(),
    prefix: z.string(),
    columns: z.record(z.string(), z.number()),
    picks: z.record(z.string(), z.string()),
  }),
  preview: PreviewReply.nullable(),
  result: StationResult.nullable(),
});

async function detail(viewer: Viewer, importUuid: string): Promise<z.input<typeof Detail>> {
  const row = await findStationImport(viewer, importUuid);
  const { classifySid: _, versionUuid: __, ...choices } = row.choices;
  const { digest: _digest, began: _began, sheet: _sheet, crs: found, directions = [], ...preview } = row.preview ?? {};
  return {
    ...tellImport(row),
    choices: { ...choices, sheet: choices.sheet ?? null, columns: choices.columns as Record<string, number> },
    preview: row.preview && {
      ...(preview as Omit<typeof row.preview, "crs" | "directions">),
      likelyCrs: found!.likely,
      directions: directions.map(({ path: _path, ...one }) => one),
    },
    result: row.result,
  };
}

export const stationImportApi = api("/api/station-import/v1.0", {
  add: endpoint(
    may.write,
    StartForm.omit({ pasted: true }).extend({ fileUuid: recordKey }),
    Detail,
    async (viewer, { fileUuid, ...start }, { request }) =>
      detail(
        viewer,
        await startWithAttachments(viewer, [fileUuid], "fileUuid", ([file]) =>
          startStationImport(viewer, start, file!, request.signal),
        ),
      ),
  ),
  list: endpoint(may.read, z.object({}), z.array(ImportReply), async (viewer) =>
    (await listImports(viewer, ["stations"])).map(tellImport),
  ),
  detail: endpoint(may.read, ImportKey, Detail, (viewer, { importUuid }) => detail(viewer, importUuid)),
  choose: endpoint(may.write, Changes, Detail, async (viewer, { importUuid, ...changes }) => {
    const { preview } = await findStationImport(viewer, importUuid);
    const rows = new Map(preview?.directions.flatMap((one) => one.rows.map((row) => [String(row.row), row] as const)));
    const wrong = Object.entries(changes.picks ?? {}).filter(
      ([row, key]) => key !== "new" && !rows.get(row)?.candidates.some(({ staUuid }) => staUuid === key),
    );
    if (wrong.length > 0)
      throw problem.fields(
        wrong.map(([row]) => ({ path: `picks.${row}`, message: "请从这一行的 candidates 中选择，或写 new" })),
      );
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    await previewAgain(viewer, importUuid, given);
    return detail(viewer, importUuid);
  }),
  confirm: endpoint(may.write, ImportKey, Detail, async (viewer, { importUuid }) => {
    await confirmStationImport(viewer, importUuid);
    return detail(viewer, importUuid);
  }),
  cancel: endpoint(may.write, ImportKey, ImportReply, async (viewer, { importUuid }) => {
    await findStationImport(viewer, importUuid);
    await cancelImport(viewer, importUuid);
    return tellImport(await findStationImport(viewer, importUuid));
  }),
});
