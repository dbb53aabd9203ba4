import { z } from "zod";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { recordKey, whole } from "~/kit/page/forms/rules";
import { endpoint } from "~/kit/page/http/api.server";
import { type Door, listDoors, toldKinds, ToldRow } from "~/kit/page/import-flow/doors";
import { ImportKey } from "~/kit/page/import-flow/import-calls.server";
import { pageListReply } from "~/kit/page/tables/page-call.server";
import { sheetStateOf, sheetStates } from "~/kit/room/sheets/import-row";
import { PlanReply, tellPlan } from "~/kit/room/sheets/plan-reply";
import { dropPlan, plansOf } from "~/kit/room/sheets/plans.server";
import {
  cancelSheetImport,
  confirmSheetImport,
  requireImportable,
  retrySheetImport,
  undoSheetImport,
} from "~/kit/room/sheets/sheet-imports.server";
import { FILE_CRS } from "~/transit/geo/file-crs";
import { chooseForImport } from "./choose.server";
import { columnsOf, requireImport } from "./load-import.server";
import { may } from "./policy";
import { ChooseForm, ConfirmForm, CorrectForm, StartForm } from "./schema";
import { correctSheetRows, questionsOf, tellRows } from "./tell-import.server";

const count = z.number();
const Detail = z.object({
  importUuid: recordKey,
  templateCode: z.string(),
  fileName: z.string(),
  mode: StartForm.shape.mode.unwrap(),
  state: z.enum(Object.keys(sheetStates) as [keyof typeof sheetStates]),
  stateName: z.string(),
  progress: z.number().describe("0 到 1"),
  error: z.string().nullable(),
  counts: z.object({
    new: count,
    changed: count,
    same: count,
    wrong: count,
    folded: count.describe("与前面的行完全相同、只导入一次的行"),
    created: count,
    updated: count,
    refused: count.describe("检查以后才没有导入的行"),
    kept: count.describe("撤销时保持不变的行"),
  }),
  questions: z.array(z.string()).describe("确认以前必须先选择的内容；为空时可以确认"),
  sheet: z.string().nullable().describe("读取的工作表"),
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
  headerRow: z.number().nullable(),
  columns: z
    .array(
      z.object({
        name: z.string(),
        title: z.string(),
        required: z.boolean(),
        column: z.number().describe("在文件的第几列，从 0 起；-1 表示文件中没有"),
        constant: z.string().nullable().describe("文件中没有这一列时，全部行用的固定值"),
      }),
    )
    .describe("模板的各项与文件的列"),
  unread: z.array(z.object({ column: z.number(), header: z.string() })).describe("没有对应的列，不导入"),
  plan: PlanReply,
  empty: z.enum(["keep", "clear"]).describe("空单元格保持原样，还是清空已有的内容"),
  emptied: z.number().describe("空单元格会清空的已有内容的个数"),
  crs: z.enum(FILE_CRS).nullable().describe("已选择的坐标系；没有选择时按 WGS84"),
  likelyCrs: z.enum(FILE_CRS).nullable().describe("离道路最近的坐标系"),
});

async function detail(viewer: Viewer, importUuid: string): Promise<z.output<typeof Detail>> {
  const { row, sheet } = await requireImport(viewer, importUuid);
  if (row.kind !== "import") throw problem.missing("导入记录");
  const { preview, choices } = row;
  const state = sheetStateOf(row);
  const { new: fresh = 0, changed = 0, same = row.sameCount, wrong = row.badCount, folded = 0 } = preview?.counts ?? {};
  return {
    importUuid,
    templateCode: row.templateCode,
    fileName: row.fileName,
    mode: row.mode,
    state,
    stateName: sheetStates[state],
    progress: row.progress,
    error: row.error,
    counts: {
      new: fresh,
      changed,
      same,
      wrong,
      folded,
      created: row.createdCount,
      updated: row.changedCount,
      refused: row.refusedCount,
      kept: row.keptCount,
    },
    questions: questionsOf(row).map(({ message }) => message),
    sheet: preview?.sheet ?? null,
    sheets: preview?.sheets ?? [],
    headerRow: preview?.match?.row ?? null,
    columns: columnsOf(row, sheet).map(({ name, header, required, at, constant = null }) => ({
      name,
      title: header,
      required,
      column: at,
      constant,
    })),
    unread: preview?.match?.unknown ?? [],
    plan: tellPlan(preview?.plan),
    empty: preview?.keepsEmpty ? "keep" : "clear",
    emptied: preview?.emptied ?? 0,
    crs: choices.crs ?? null,
    likelyCrs: preview?.places?.likely ?? null,
  };
}

/** A call that changes an import and answers how it stands then. */
const change = <Sent extends z.ZodObject>(
  sent: Sent,
  work: (viewer: Viewer, importUuid: string, asked: z.output<Sent>) => Promise<unknown>,
) =>
  endpoint(may.write, ImportKey.extend(sent.shape), Detail, async (viewer, asked) => {
    const { importUuid, ...rest } = asked as z.output<typeof ImportKey> & z.output<Sent>;
    await requireImport(viewer, importUuid);
    await work(viewer, importUuid, rest as z.output<Sent>);
    return detail(viewer, importUuid);
  });

const rows = endpoint(
  may.read,
  ImportKey.extend({
    kind: z.enum(toldKinds, { error: "请选择行的种类" }),
    pageNum: whole(1, 1_000_000).default(1),
    pageSize: whole(1, 500).default(50),
  }),
  pageListReply(ToldRow.extend({ row: z.number().describe("文件的行号，从 1 起") })),
  async (viewer, { importUuid, kind, pageNum, pageSize }) => {
    const found = await tellRows(viewer, importUuid, kind, { page: pageNum, size: pageSize });
    return { ...found, pageNum, pageSize };
  },
);

const Plan = z.object({
  planId: recordKey,
  headerWords: z.array(z.string()).describe("表头的文字，排序以后的"),
  columns: z
    .record(z.string(), z.object({ header: z.string(), nth: z.number() }).nullable())
    .describe("模板的各项取自哪一列表头（同名的第几列，从 0 起）；null 表示文件中没有"),
  constants: z.record(z.string(), z.string()),
  meanings: z.record(z.string(), z.record(z.string(), z.string())).describe("值的对应：项 → 文件中的值 → 对应的内容"),
  createdAt: z.string(),
  createdByName: z.string(),
});
const templateCode = StartForm.shape.templateCode;

const planList = endpoint(may.read, z.object({ templateCode }), z.array(Plan), (viewer, asked) =>
  plansFor(viewer, asked.templateCode),
);

const planRemove = endpoint(
  may.write,
  z.object({ templateCode, planId: recordKey }),
  z.array(Plan),
  async (viewer, asked) => {
    const door = requireTitle(viewer, asked.templateCode);
    if (!allows(viewer, door.may.write)) throw problem.forbidden();
    if (door.life.door === "sheet") requireImportable(viewer, asked.templateCode);
    const { numAffectedRows } = await dropPlan(db(), asked.templateCode, asked.planId);
    if (numAffectedRows === 0n) throw problem.missing("记住的表格");
    return plansFor(viewer, asked.templateCode);
  },
);

async function plansFor(viewer: Viewer, code: string): Promise<z.output<typeof Plan>[]> {
  requireTitle(viewer, code);
  const plans = await plansOf(db(), code);
  return plans.map(({ createdAt, ...plan }) => ({ ...plan, createdAt: createdAt.toISOString() }));
}

/** The door for what has that code, of a sheet or of what else is read by a header; throws problem.field where the viewer may see no such imports. */
function requireTitle(viewer: Viewer, code: string): Door {
  const door = listDoors().find(({ titles }) => code in titles(viewer));
  if (!door) throw problem.field("templateCode", "没有这个模板，或您没有查看它的权限");
  return door;
}

/** How a program goes on with an import of a sheet that it began: it asks how it stands, chooses, corrects and confirms as a person does on its page. */
export const importCalls = {
  detail: endpoint(may.read, ImportKey, Detail, (viewer, { importUuid }) => detail(viewer, importUuid)),
  rows,
  planList,
  planRemove,
  choose: change(ChooseForm, async (viewer, importUuid, asked) =>
    chooseForImport(viewer, await requireImport(viewer, importUuid), asked),
  ),
  correct: change(CorrectForm, correctSheetRows),
  confirm: change(ConfirmForm, (viewer, importUuid, { onlyGood = false }) =>
    confirmSheetImport(viewer, importUuid, onlyGood),
  ),
  cancel: change(z.object({}), cancelSheetImport),
  undo: change(z.object({}), undoSheetImport),
  retry: change(z.object({}), retrySheetImport),
};
