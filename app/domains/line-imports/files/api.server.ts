import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import {
  importChanges,
  ImportCounts,
  ImportKey,
  ToldProblems,
  ImportProposal,
  ImportTold,
  startWithAttachments,
  tellImport,
} from "~/kit/page/import-flow/import-calls.server";
import { FILE_CRS } from "~/transit/geo/file-crs";
import { cancelImport, listImports } from "../imports.server";
import { may } from "../policy";
import { chooseFor, confirmFile, findFileImport, retryFile, startFile } from "./file-imports.server";
import { ChoiceForm, ConfirmForm } from "./schema";

const crs = z.enum(FILE_CRS);
const Comparison = z.object({
  choice: z.object({ crs, use: ChoiceForm.shape.use, doubtful: z.boolean() }),
  lines: ImportProposal,
  directions: ImportCounts.optional(),
  stations: ImportProposal.optional(),
  known: z.object({ byNumber: z.number(), byPlace: z.number() }).optional(),
  drafts: z.number(),
  ...ToldProblems,
});
const FilePreview = z.object({
  ...{ lines: z.number(), directions: z.number(), stops: z.number(), points: z.number(), withStops: z.number() },
  doubtful: z.array(z.object({ name: z.string(), detail: z.string() })),
  likelyCrs: crs.nullable(),
  impossibleCrs: z.array(crs),
  ...ToldProblems,
  comparison: Comparison.nullable().describe("选择坐标系和导入方式之后才有"),
});
const FileResult = z.object({
  ...{ use: ChoiceForm.shape.use, crs },
  lines: ImportCounts,
  directions: ImportCounts.optional(),
  stations: ImportCounts.optional(),
  ...ToldProblems,
});
const FileImportDetail = ImportTold.extend({ preview: FilePreview.nullable(), result: FileResult.nullable() });

async function detail(viewer: Viewer, importUuid: string): Promise<z.input<typeof FileImportDetail>> {
  const row = await findFileImport(viewer, importUuid);
  const { preview } = row;
  return {
    ...tellImport(row),
    preview: preview && {
      ...{ lines: preview.lines, directions: preview.directions, stops: preview.stops, points: preview.points },
      ...{ withStops: preview.withStops, doubtful: preview.doubtful, comparison: preview.comparison },
      ...{ likelyCrs: preview.likely.likely, impossibleCrs: preview.impossible ?? [] },
      ...{ problems: preview.problems, problemCount: preview.problemCount },
    },
    result: row.result && { problems: [], problemCount: 0, ...row.result },
  };
}

const told = async (viewer: Viewer, importUuid: string) => tellImport(await findFileImport(viewer, importUuid));
const change = importChanges(may.write, findFileImport);

export const fileImportApi = api("/api/line-import/v1.0", {
  add: endpoint(
    may.write,
    z.object({
      fileUuids: z.array(recordKey, "请给出附件主键的数组").min(1, "请选择文件").max(2, "最多两个文件"),
    }),
    ImportTold,
    async (viewer, { fileUuids }) =>
      told(viewer, await startWithAttachments(viewer, fileUuids, "fileUuids", (files) => startFile(viewer, files))),
  ),
  list: endpoint(may.read, z.object({}), z.array(ImportTold), async (viewer) =>
    (await listImports(viewer, ["lines", "gtfs"])).map(tellImport),
  ),
  detail: endpoint(may.read, ImportKey, FileImportDetail, (viewer, { importUuid }) => detail(viewer, importUuid)),
  choose: change(ChoiceForm, chooseFor),
  confirm: change(ConfirmForm, confirmFile),
  cancel: change(z.object({}), cancelImport),
  retry: change(z.object({}), retryFile),
});
