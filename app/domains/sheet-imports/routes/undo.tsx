import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { answerUndo } from "~/kit/page/import-flow/answer-undo.server";
import { UndoScreen } from "~/kit/page/import-flow/undo-screen";
import { screen } from "~/kit/page/screens";
import { undoSheetImport } from "~/kit/room/sheets/sheet-imports.server";
import { factsOf, requireImport } from "../load-import.server";
import { may } from "../policy";
import { importUrl } from "../urls";

export const handle = screen({ title: "撤销导入" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const { row, sheet } = await requireImport(viewer, params.importId!);
  return factsOf(row, sheet);
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const { row } = await requireImport(viewer, params.importId!);
  return answerUndo(request, importUrl(row), () => undoSheetImport(viewer, row.importId));
});

export default function UndoImport() {
  const row = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { created, changed } = row.counts;
  return (
    <UndoScreen fileName={row.fileName} backTo={importUrl(row)} error={answer?.error}>
      {created > 0 && (
        <li>
          新增的 {created} 条{row.noun}移到回收站
        </li>
      )}
      {changed > 0 && (
        <li>
          修改的 {changed} 条{row.noun}恢复为导入以前的内容
        </li>
      )}
      <li>导入以后又被修改、删除，或现在被其他记录使用的保持不变，撤销后逐条列出原因</li>
    </UndoScreen>
  );
}
