import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
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
  const done = await attempt(() => undoSheetImport(viewer, row.importId));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, done.value ? "正在撤销" : "之前已经撤销过", importUrl(row));
});

export default function UndoImport() {
  const row = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { created, changed } = row.counts;
  return (
    <ConfirmScreen
      question={`撤销导入 ${row.fileName}？`}
      cancelTo={importUrl(row)}
      confirm="撤销导入"
      error={answer?.error}
    >
      <ul>
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
      </ul>
    </ConfirmScreen>
  );
}
