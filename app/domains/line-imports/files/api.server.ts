import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import {
  importChanges,
  ImportKey,
  ImportReply,
  startWithAttachments,
  tellImport,
} from "~/kit/page/import-flow/import-calls.server";
import { cancelImport, listImports } from "../imports.server";
import type { TableChoices, TableFacts } from "../network-table/table-choices";
import { tellPlan } from "~/kit/room/sheets/plan-reply";
import { listSources } from "~/domains/data-sources/queries.server";
import { sourceKinds } from "~/domains/data-sources/schema";
import { may } from "../policy";
import {
  chooseByCall,
  choosePlan,
  confirmFile,
  findFileImport,
  retryFile,
  startFile,
  undoFile,
} from "./file-imports.server";
import { CallChoices, ConfirmForm, type FileResult, PlanForm, PreviewReply, ResultReply } from "./schema";

const FileImportDetail = ImportReply.extend({ preview: PreviewReply.nullable(), result: ResultReply.nullable() });

async function detail(viewer: Viewer, importUuid: string): Promise<z.input<typeof FileImportDetail>> {
  const row = await findFileImport(viewer, importUuid);
  const { preview, choices } = row;
  return {
    ...tellImport(row),
    preview: preview && {
      lines: preview.lines,
      directions: preview.directions,
      stops: preview.stops,
      points: preview.points,
      withStops: preview.withStops,
      doubtful: preview.doubtful,
      notes: preview.notes,
      table: tellTable(preview.table, choices.table),
      comparison: preview.comparison,
      likelyCrs: preview.likely.likely,
      impossibleCrs: preview.impossible ?? [],
      sources: preview.sources,
      problems: preview.problems,
      problemCount: preview.problemCount,
    },
    result: row.result && { problems: [], problemCount: 0, ...withoutReplaced(row.result) },
  };
}

/** What only taking it back needs is nobody's to read. */
const withoutReplaced = ({ replaced: _, ...result }: FileResult) => result;

const tellTable = (facts?: TableFacts, choices?: TableChoices) =>
  facts && choices
    ? {
        ...facts,
        sheet: choices.sheet,
        headerRow: choices.headerRow,
        layout: choices.layout,
        chosen: choices.columns as Record<string, number>,
        plan: tellPlan(choices.plan),
      }
    : null;

const replyFor = async (viewer: Viewer, importUuid: string) => tellImport(await findFileImport(viewer, importUuid));
const Source = z.object({
  sourceUuid: recordKey,
  sourceName: z.string(),
  kind: z.enum(sourceKinds),
  trustsIds: z.boolean().describe("同一个编号始终是同一个站，不论站名和位置怎样改变"),
});

const change = importChanges(may.write, findFileImport);

export const fileImportApi = api("/api/line-import/v1.0", {
  add: endpoint(
    may.write,
    z.object({
      fileUuids: z.array(recordKey, "请给出附件主键的数组").min(1, "请选择文件").max(2, "最多两个文件"),
    }),
    ImportReply,
    async (viewer, { fileUuids }) =>
      replyFor(viewer, await startWithAttachments(viewer, fileUuids, "fileUuids", (files) => startFile(viewer, files))),
  ),
  list: endpoint(may.read, z.object({}), z.array(ImportReply), async (viewer) =>
    (await listImports(viewer, ["lines", "gtfs"])).map(tellImport),
  ),
  detail: endpoint(may.read, ImportKey, FileImportDetail, (viewer, { importUuid }) => detail(viewer, importUuid)),
  choose: change(CallChoices, chooseByCall),
  plan: change(PlanForm, (viewer, importUuid, { plan }) => choosePlan(viewer, importUuid, plan)),
  confirm: change(ConfirmForm, confirmFile),
  sourceList: endpoint(may.read, z.object({}), z.array(Source), async (viewer) => {
    const lists = await Promise.all(sourceKinds.map((kind) => listSources(viewer, kind)));
    return lists.flat().map(({ trusts, ...source }) => ({ ...source, trustsIds: trusts === "ids" }));
  }),
  cancel: change(z.object({}), cancelImport),
  undo: change(z.object({}), undoFile),
  retry: change(z.object({}), retryFile),
});
