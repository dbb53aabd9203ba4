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
import { Counts, Proposal } from "~/kit/page/import-flow/proposal";
import {
  cancelImport,
  confirmImport,
  findImport,
  listImports,
  retryImport,
  startImport,
  undoImport,
} from "./imports.server";
import { may } from "./policy";
import { ConfirmForm, RoadRectangle } from "./schema";

const skipped = z.array(z.object({ reason: z.string(), count: z.number() }));
const touched = { checkKey: z.string(), name: z.string(), before: z.number() };
const problems = z.array(z.object({ ref: z.string(), text: z.string() }));
const MapPreview = z.object({
  facts: z.object({
    nodes: z.number(),
    ways: z.number(),
    relations: z.number(),
    missingNodes: z.number(),
    routes: z.number(),
    bounds: z.object(RoadRectangle.shape).nullable(),
  }),
  roads: Counts,
  edges: z.number(),
  kilometres: z.number(),
  skippedWays: skipped,
  skippedRelations: skipped,
  lines: Proposal,
  stations: Proposal,
  directions: z.number(),
  drafts: z.number(),
  problems,
  problemCount: z.number(),
  touched: z.array(z.object(touched)).optional(),
  touchedCount: z.number().optional(),
  turns: z.object({ read: z.number(), kept: z.number(), counts: Counts, skipped }).optional(),
});
const MapResult = z.object({
  roads: Counts,
  turns: Counts.optional(),
  lines: Counts,
  stations: Counts,
  checked: z.number().optional(),
  broken: z.array(z.object({ ...touched, after: z.number() })).optional(),
  asked: z.number().optional(),
  problems,
  problemCount: z.number(),
  undone: z
    .object({
      ways: z.number().describe("恢复的道路"),
      keptWays: z.number().describe("导入以后又被改过、没有恢复的道路和转向限制"),
      checked: z.number(),
      lines: z.number(),
      restoredLines: z.number().optional().describe("恢复为导入以前内容的线路"),
      stations: z.number(),
      restored: z.number(),
      kept: z.array(z.object({ name: z.string(), why: z.string() })),
      keptCount: z.number(),
    })
    .optional()
    .describe("撤销以后才有"),
});
const MapImportDetail = ImportReply.extend({ preview: MapPreview.nullable(), result: MapResult.nullable() });

const replyFor = async (viewer: Viewer, importUuid: string) => tellImport(await findImport(viewer, importUuid));
const change = importChanges(may.import, findImport);

export const mapImportApi = api("/api/map-import/v1.0", {
  add: endpoint(may.import, z.object({ fileUuid: recordKey }), ImportReply, async (viewer, { fileUuid }) =>
    replyFor(
      viewer,
      await startWithAttachments(viewer, [fileUuid], "fileUuid", ([file]) => startImport(viewer, file!)),
    ),
  ),
  list: endpoint(may.read, z.object({}), z.array(ImportReply), async (viewer) =>
    (await listImports(viewer)).map(tellImport),
  ),
  detail: endpoint(may.read, ImportKey, MapImportDetail, async (viewer, { importUuid }) => {
    const row = await findImport(viewer, importUuid);
    return {
      ...tellImport(row),
      preview: row.preview,
      result: row.result && { problems: [], problemCount: 0, ...row.result },
    };
  }),
  confirm: change(ConfirmForm, confirmImport),
  cancel: change(z.object({}), cancelImport),
  undo: change(z.object({}), undoImport),
  retry: change(z.object({}), retryImport),
});
